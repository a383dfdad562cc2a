import { z } from 'zod';
import { PermissionRequest, QuestionRequest } from './native.js';
import { Message } from './native-messages.js';
import { calledSession, Part } from './native-parts.js';
import type { RecoveredNotice, WholeMessage } from './notices.js';
import type { OpenCodeServer } from './server.js';

export const Messages = z.array(z.object({ info: Message, parts: knownOf(Part) }));

const Statuses = z.record(z.string(), z.unknown());

export interface Missed {
  /** The messages of the turn, then those of its sub-agents, and at last whether the turn is over. */
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
  /** The sub-agents of earlier turns that are still at work. */
  subAgents: readonly string[];
}

/** Asks for what became of a running turn while its events were lost: the server does not repeat them. */
export async function recover(
  server: Pick<OpenCodeServer, 'callRunning'>,
  { session, directory, message, since, subAgents }: RunningTurn,
): Promise<Missed> {
  const get = (path: string) => server.callRunning('GET', path, { directory });
  // The statuses come first: the messages of a session that is idle now are complete, and a later end is an event.
  const busy = Statuses.parse(await get('/session/status'));
  const isIdle = (id: string) => !Object.hasOwn(busy, id);
  const read = async (id: string) => Messages.parse(await get(`/session/${encodeURIComponent(id)}/message`));

  const all = await read(session);
  const own = all.slice(
    Math.max(
      0,
      all.findIndex(({ info }) => info.id === message),
    ),
  );
  const recovered: RecoveredNotice[] = [{ type: 'recovered', session, messages: own, isIdle: false }];
  const known = new Set([session]);
  const below = [...subAgents, ...calledBy(own)];
  for (let id = below.shift(); id !== undefined; id = below.shift()) {
    if (known.has(id)) continue;
    known.add(id);
    // A sub-agent that was called again has earlier messages.
    const messages = (await read(id)).filter(({ info }) => info.time.created >= since);
    recovered.push({ type: 'recovered', session: id, messages, isIdle: isIdle(id) });
    below.push(...calledBy(messages));
  }
  recovered.push({ type: 'recovered', session, messages: [], isIdle: isIdle(session) });

  const isOurs = (request: { sessionID: string }) => known.has(request.sessionID);
  return {
    recovered,
    permissions: knownOf(PermissionRequest)
      .parse(await get('/permission'))
      .filter(isOurs),
    questions: knownOf(QuestionRequest)
      .parse(await get('/question'))
      .filter(isOurs),
  };
}

/** The sub-agents that are called in messages. */
function calledBy(messages: readonly WholeMessage[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool' ? (calledSession(part) ?? []) : [])),
  );
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
