import { Readable } from 'node:stream';
import { eventText } from '../../hub/index.js';
import { EventsResponse, ProblemError } from '../../schema/index.js';
import { streamEvents } from '../sse.js';
import { jsonLines, markdown } from '../transcript.js';
import { EventsQuery, RawQuery, SessionParams, StreamHeaders, StreamQuery, wantsRaw } from './parameters.js';
import { route } from './route.js';

const DEFAULT_LIMIT = 1000;
/** A page of events is cut here, whatever was asked for; `hasMore` tells. */
const MOST_EVENTS = 10_000;
const PAGE_CHARS = 8 * 1024 * 1024;

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/events',
    id: 'get_events',
    tag: 'events',
    summary: 'A page of events',
    params: SessionParams,
    query: EventsQuery,
    answer: { status: 200, description: 'The events after `offset`', schema: EventsResponse },
    problems: ['invalid_request', 'session_not_found'],
    handle: async ({ params, query, services, reply }) => {
      const { sessionId } = params;
      const { lastSequence } = services.host.info(sessionId);
      const raw = wantsRaw(query);
      const { offset = 0 } = query;
      const events = Math.min(query.limit ?? DEFAULT_LIMIT, MOST_EVENTS);
      const batches =
        events === 0 ? [] : await services.log.read(sessionId, offset, { events, chars: PAGE_CHARS, raw });
      // Their texts are JSON already.
      const texts = batches.flatMap((batch) => batch.events.map((_, i) => eventText(batch, i, raw)));
      const last = batches.at(-1)?.last ?? offset;
      reply.type('application/json; charset=utf-8');
      return `{"events":[${texts.join(',')}],"hasMore":${last < lastSequence}}`;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/events/sse',
    id: 'get_events_sse',
    tag: 'events',
    summary: 'The events as they come, from `offset` or Last-Event-ID on; closes after session.ended',
    params: SessionParams,
    query: StreamQuery,
    headers: StreamHeaders,
    answer: { status: 200, description: 'Server-sent events', contentType: 'text/event-stream' },
    problems: ['invalid_request', 'session_not_found'],
    handle: ({ params, query, services, request, reply }) => {
      const { ended, lastSequence } = services.host.info(params.sessionId);
      const resumed = lastEventId(request.headers['last-event-id']);
      // To a client that reconnects by itself and has all there will ever be, no content says: stop trying.
      if (ended && resumed !== undefined && resumed >= lastSequence) return reply.status(204).send();
      const after = resumed ?? query.offset ?? 0;
      streamEvents(services, request, reply, { sessionId: params.sessionId, after, raw: wantsRaw(query) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/transcript.jsonl',
    id: 'get_transcript_jsonl',
    tag: 'events',
    summary: 'All events, one a line',
    params: SessionParams,
    query: RawQuery,
    answer: { status: 200, description: 'JSON lines', contentType: 'application/x-ndjson' },
    problems: ['session_not_found'],
    handle: ({ params, query, services, reply }) => {
      services.host.info(params.sessionId);
      reply.type('application/x-ndjson; charset=utf-8');
      return Readable.from(jsonLines(services.log, params.sessionId, wantsRaw(query)));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/transcript.md',
    id: 'get_transcript_md',
    tag: 'events',
    summary: 'The conversation, to be read by people',
    params: SessionParams,
    answer: { status: 200, description: 'Markdown', contentType: 'text/markdown' },
    problems: ['session_not_found'],
    handle: ({ params, services, reply }) => {
      const info = services.host.info(params.sessionId);
      reply.type('text/markdown; charset=utf-8');
      return Readable.from(markdown(services.log, info));
    },
  }),
];

function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  const id = Number(header);
  if (!Number.isSafeInteger(id) || id < 0) {
    throw new ProblemError('invalid_request', `Last-Event-ID ${header} is no sequence number`);
  }
  return id;
}
