import type { Session, UniversalEvent } from '../../client/index.js';

const PAGE = 500;
/** A turn that began before these is shown from somewhere in its middle. */
const MOST_EVENTS = 5_000;

/** The last part of a conversation, from the beginning of a turn; so its end costs the same however long it is. */
export async function lastPart(session: Session, lastSequence: number): Promise<UniversalEvent[]> {
  let events: UniversalEvent[] = [];
  for (let from = lastSequence; from > 0; ) {
    const offset = Math.max(0, from - PAGE);
    const page = await session.eventsPage({ offset, limit: from - offset });
    events = [...page.events, ...events];
    from = offset;
    const start = events.findIndex(({ type }) => type === 'turn.started');
    if (start >= 0 && from > 0) return events.slice(start);
    if (events.length >= MOST_EVENTS) return events;
  }
  return events;
}
