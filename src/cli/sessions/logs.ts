import type { Session, UniversalEvent } from '../../client/index.js';
import { write } from '../terminal/write.js';
import { connectionFailure } from './connection-failure.js';
import { type EventFilter, eventFilter } from './event-filter.js';
import { beforeLast, beforeTime } from './event-position.js';
import { logLines } from './log-lines.js';
import type { LogsFlags } from './logs-command.js';
import { pastEvents } from './past-events.js';
import { withSession } from './with-session.js';

/** Prints the events of a session, and with `--follow` also those to come. */
export async function logs(given: string, flags: LogsFlags): Promise<void> {
  const { json, raw: includeRaw = false, follow } = flags;
  const filter = eventFilter(flags.type, !json);
  await withSession(given, flags, async ({ client, session, info: { lastSequence } }) => {
    const after = await start(session, lastSequence, filter, flags);
    const events = follow
      ? session.events({ after, includeRaw })
      : pastEvents(session, { after, last: lastSequence, includeRaw });
    const printed = printAll(events, filter, (event) =>
      json ? `${JSON.stringify(event)}\n` : logLines(event, includeRaw),
    );
    await (follow ? Promise.race([connectionFailure(client), printed]) : printed);
  });
}

async function printAll(
  events: AsyncIterable<UniversalEvent>,
  filter: EventFilter,
  text: (event: UniversalEvent) => string,
): Promise<void> {
  for await (const event of events) if (filter(event)) await write(text(event));
}

/** The sequence after which the events begin that are asked for. */
async function start(
  session: Session,
  lastSequence: number,
  filter: EventFilter,
  { since, tail }: LogsFlags,
): Promise<number> {
  const sought = await Promise.all([
    since === undefined
      ? 0
      : 'sequence' in since
        ? since.sequence
        : beforeTime(session, since.time, lastSequence),
    tail === undefined ? 0 : beforeLast(session, tail, { lastSequence, filter }),
  ]);
  return Math.max(...sought);
}
