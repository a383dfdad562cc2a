import type { Session, UniversalEvent } from '../../client/index.js';

const PAGE = 1000;

export interface PastOptions {
  after: number;
  last: number;
  includeRaw: boolean;
}

/** The stored events up to `last`, page after page. Ends earlier if there are no more. */
export async function* pastEvents(
  session: Pick<Session, 'eventsPage'>,
  { after, last, includeRaw }: PastOptions,
): AsyncGenerator<UniversalEvent> {
  for (let offset = after; offset < last; ) {
    const { events } = await session.eventsPage({ offset, limit: Math.min(PAGE, last - offset), includeRaw });
    if (events.length === 0) return;
    yield* events;
    offset = events.at(-1)!.sequence;
  }
}
