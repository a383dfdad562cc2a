import { ProblemError } from '../../schema/index.js';
import { searchConversation } from '../../sessions/index.js';
import { eventsPage } from '../content/events-page.js';
import { longValue } from '../content/long-value.js';
import { jsonLines, markdown } from '../content/transcript.js';
import { type Handlers, JsonPieces } from './handler.js';
import { wantsRaw } from './wants-raw.js';

const DEFAULT_LIMIT = 1000;
/** The size limit of a page, whatever limit is requested; `hasMore` tells the client. */
const MOST_EVENTS = 10_000;

export const eventHandlers = {
  getEvents: ({ sessionId, offset = 0, limit, ...flags }, { services: { host, log } }) => {
    const { lastSequence } = host.info(sessionId);
    const raw = wantsRaw(flags);
    const most = Math.min(limit ?? DEFAULT_LIMIT, MOST_EVENTS);
    return new JsonPieces(eventsPage(log, { sessionId, after: offset, most, raw, lastSequence }));
  },
  getEventsSse: ({ sessionId, offset = 0, 'Last-Event-ID': resumed, ...flags }, { services: { host } }) => {
    const { ended, lastSequence } = host.info(sessionId);
    if (ended && resumed !== undefined && resumed >= lastSequence) return null;
    return { sessionId, after: resumed ?? offset, raw: wantsRaw(flags) };
  },
  searchSession: ({ sessionId, ...request }, { services: { host, log } }) => {
    host.info(sessionId);
    return searchConversation(log, sessionId, request);
  },
  getTranscriptJsonl: ({ sessionId, ...flags }, { services: { host, log } }) => {
    host.info(sessionId);
    return jsonLines(log, sessionId, wantsRaw(flags));
  },
  getTranscriptMd: ({ sessionId }, { services: { host, log } }) => markdown(log, host.info(sessionId)),
  getRecording: ({ sessionId }, { services: { host, version } }) => host.recording(sessionId, version),
  getLongValue: async ({ sessionId, valueId }, { services: { host, log } }) => {
    host.info(sessionId);
    const first = valueId.startsWith('val_') ? await log.longValue(sessionId, valueId, 0) : null;
    if (first === null) throw new ProblemError('not_found', `session ${sessionId} has no value ${valueId}`);
    return new JsonPieces(longValue(log, sessionId, valueId, first));
  },
} satisfies Partial<Handlers>;
