import { z } from 'zod';
import type { ServerEvent } from './envelope.js';
import type { Notice } from './native.js';
import { Message, Session } from './native-messages.js';
import type { OpenCodeServer } from './server.js';

const Messages = z.array(z.object({ info: Message, parts: z.array(z.unknown()) }));
const Children = z.array(Session);
const Statuses = z.record(z.string(), z.unknown());
const Requests = z.array(z.looseObject({ id: z.string(), sessionID: z.string() }));

export interface Missed {
  /** The sessions of sub-agents, as if their making had been told. */
  children: ServerEvent[];
  healed: Extract<Notice, { type: 'greenroom.healed' }>[];
  /** What waits for a human, told again. */
  requests: ServerEvent[];
  isIdle: boolean;
}

export interface Interest {
  session: string;
  directory: string;
  /** The user's message that began the turn, and when. */
  message: string | null;
  since: number;
}

/** What came of a running turn while its events were lost: they are not sent again. */
export async function missed(
  server: Pick<OpenCodeServer, 'callRunning'>,
  { session, directory, message, since }: Interest,
): Promise<Missed> {
  const get = (path: string) => server.callRunning('GET', path, { directory });
  // First: what rests now has told all, and what ends from now on is told.
  const statuses = Statuses.parse(await get('/session/status'));
  const isBusy = (id: string) => Object.hasOwn(statuses, id);
  const children = Children.parse(await get(`/session/${session}/children`)).filter(
    ({ time }) => (time?.created ?? 0) >= since,
  );
  const ours = [session, ...children.map(({ id }) => id)];
  const healed = await Promise.all(
    ours.map(async (sessionID): Promise<Missed['healed'][number]> => {
      const all = Messages.parse(await get(`/session/${sessionID}/message`));
      const begin = sessionID === session ? all.findIndex(({ info }) => info.id === message) : 0;
      const messages = all.slice(Math.max(0, begin));
      const status = isBusy(sessionID) ? 'busy' : 'idle';
      return { type: 'greenroom.healed', properties: { sessionID, messages, status } };
    }),
  );
  const asked = async (type: string, path: string): Promise<ServerEvent[]> => {
    const requests = Requests.parse(await get(path));
    return requests.flatMap((properties) =>
      ours.includes(properties.sessionID) ? [{ type, properties }] : [],
    );
  };
  return {
    children: children.map((info) => ({ type: 'session.created', properties: { sessionID: info.id, info } })),
    healed,
    requests: [
      ...(await asked('permission.asked', '/permission')),
      ...(await asked('question.asked', '/question')),
    ],
    isIdle: !isBusy(session),
  };
}
