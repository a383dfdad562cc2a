import { z } from 'zod';
import { PermissionRequest, QuestionRequest } from './native.js';
import { Message, type NativeSession, Session } from './native-messages.js';
import { Part } from './native-parts.js';
import type { RecoveredNotice } from './notices.js';
import type { OpenCodeServer } from './server.js';

export const Messages = z.array(z.object({ info: Message, parts: knownOf(Part) }));

const Statuses = z.record(z.string(), z.unknown());

export interface Missed {
  /** The sessions of sub-agents that began in the turn. */
  subAgents: NativeSession[];
  recovered: RecoveredNotice[];
  permissions: PermissionRequest[];
  questions: QuestionRequest[];
}

export interface RunningTurn {
  session: string;
  directory: string;
  /** The user's message that began the turn, and when. */
  message: string | null;
  since: number;
}

/** Asks for what became of a running turn while its events were lost: the server does not repeat them. */
export async function recover(
  server: Pick<OpenCodeServer, 'callRunning'>,
  { session, directory, message, since }: RunningTurn,
): Promise<Missed> {
  const get = (path: string) => server.callRunning('GET', path, { directory });
  // The statuses come first: the messages of a session that is idle now are complete, and a later end is an event.
  const busy = Statuses.parse(await get('/session/status'));
  const children = z.array(Session).parse(await get(`/session/${session}/children`));
  const subAgents = children.filter(({ time }) => (time?.created ?? 0) >= since);
  const ours = [session, ...subAgents.map(({ id }) => id)];

  const recovered = ours.map(async (id): Promise<RecoveredNotice> => {
    const all = Messages.parse(await get(`/session/${id}/message`));
    const first = id === session ? all.findIndex(({ info }) => info.id === message) : 0;
    const messages = all.slice(Math.max(0, first));
    return { type: 'recovered', session: id, messages, isIdle: !Object.hasOwn(busy, id) };
  });
  const isOurs = (request: { sessionID: string }) => ours.includes(request.sessionID);
  return {
    subAgents,
    recovered: await Promise.all(recovered),
    permissions: knownOf(PermissionRequest)
      .parse(await get('/permission'))
      .filter(isOurs),
    questions: knownOf(QuestionRequest)
      .parse(await get('/question'))
      .filter(isOurs),
  };
}

/** A list less the entries that a schema does not know, as a newer server may have more. */
function knownOf<T>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((values) =>
    values.flatMap((value) => {
      const { data } = schema.safeParse(value);
      return data === undefined ? [] : [data];
    }),
  );
}
