import type { Session } from '../../client/index.js';
import type { EventFilter } from './event-filter.js';

const PAGE = 1000;

type EventPages = Pick<Session, 'eventsPage'>;

/** The sequence after which the last `count` events begin that a filter lets through. Reads backwards, a page at a time. */
export async function beforeLast(
  session: EventPages,
  count: number,
  { lastSequence, filter }: { lastSequence: number; filter: EventFilter },
): Promise<number> {
  let left = count;
  if (left <= 0) return lastSequence;
  for (let end = lastSequence; end > 0; ) {
    const offset = Math.max(end - PAGE, 0);
    const { events } = await session.eventsPage({ offset, limit: end - offset });
    const passed = events.filter(filter);
    if (passed.length >= left) return passed.at(-left)!.sequence - 1;
    left -= passed.length;
    end = offset;
  }
  return 0;
}

/** The sequence of the last event before a time. Times never go back within a session, so halves are enough. */
export async function beforeTime(session: EventPages, time: number, lastSequence: number): Promise<number> {
  let [low, high] = [0, lastSequence];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { events } = await session.eventsPage({ offset: middle, limit: 1 });
    // It was deleted, or there is nothing more.
    if (!events[0]) return middle;
    if (Date.parse(events[0].time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
