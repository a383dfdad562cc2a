import { eventText } from '../../hub/index.js';
import type { EventLog } from '../../log/index.js';
import { nextSlice } from '../../sessions/index.js';

/** The size limit of a page, whatever number of events is requested; `hasMore` tells the client. */
const PAGE_CHARS = 8 * 1024 * 1024;
/** The amount sent before others have their turn. */
const CHUNK_CHARS = 256 * 1024;

export interface PageRequest {
  sessionId: string;
  after: number;
  most: number;
  raw: boolean;
  /** The last event of the session. */
  lastSequence: number;
}

/** A page of events as pieces of JSON: `{events, hasMore}`. */
export async function* eventsPage(
  log: Pick<EventLog, 'read'>,
  { sessionId, after, most, raw, lastSequence }: PageRequest,
): AsyncGenerator<string> {
  let head = '{"events":[';
  let [last, events, chars] = [after, most, PAGE_CHARS];
  while (events > 0 && chars > 0) {
    const limit = { events, chars: Math.min(chars, CHUNK_CHARS), raw };
    const batches = await log.read(sessionId, last, limit);
    if (batches.length === 0) break;
    const texts = batches.flatMap((batch) => batch.events.map((_, i) => eventText(batch, i, raw)));
    const text = texts.join(',');
    yield head + text;
    head = ',';
    last = batches.at(-1)!.last;
    events -= texts.length;
    chars -= text.length;
    if (last >= lastSequence) break;
    await nextSlice();
  }
  yield `${head === ',' ? '' : head}],"hasMore":${last < lastSequence}}`;
}
