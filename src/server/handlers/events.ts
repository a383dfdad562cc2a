import { eventText } from '../../hub/index.js';
import { jsonLines, markdown } from '../content/transcript.js';
import { type Handlers, JsonText } from './handler.js';
import { wantsRaw } from './wants-raw.js';

const DEFAULT_LIMIT = 1000;
/** The size limit of a page, whatever limit is requested; `hasMore` tells the client. */
const MOST_EVENTS = 10_000;
const PAGE_CHARS = 8 * 1024 * 1024;

export const eventHandlers = {
  getEvents: async ({ sessionId, offset = 0, limit, ...flags }, { services: { host, log } }) => {
    const { lastSequence } = host.info(sessionId);
    const raw = wantsRaw(flags);
    const events = Math.min(limit ?? DEFAULT_LIMIT, MOST_EVENTS);
    const batches = events === 0 ? [] : await log.read(sessionId, offset, { events, chars: PAGE_CHARS, raw });
    const texts = batches.flatMap((batch) => batch.events.map((_, i) => eventText(batch, i, raw)));
    const last = batches.at(-1)?.last ?? offset;
    return new JsonText(`{"events":[${texts.join(',')}],"hasMore":${last < lastSequence}}`);
  },
  getEventsSse: ({ sessionId, offset = 0, 'Last-Event-ID': resumed, ...flags }, { services: { host } }) => {
    const { ended, lastSequence } = host.info(sessionId);
    if (ended && resumed !== undefined && resumed >= lastSequence) return null;
    return { sessionId, after: resumed ?? offset, raw: wantsRaw(flags) };
  },
  getTranscriptJsonl: ({ sessionId, ...flags }, { services: { host, log } }) => {
    host.info(sessionId);
    return jsonLines(log, sessionId, wantsRaw(flags));
  },
  getTranscriptMd: ({ sessionId }, { services: { host, log } }) => markdown(log, host.info(sessionId)),
} satisfies Partial<Handlers>;
