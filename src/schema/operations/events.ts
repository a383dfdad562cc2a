import { z } from 'zod';
import { SearchResponse } from '../search.js';
import { EventsResponse } from '../session.js';
import { bytes, events, json, operation, text } from './operation.js';
import {
  EventsQuery,
  ImagePath,
  RawQuery,
  SearchQuery,
  SessionPath,
  StreamHeaders,
  StreamQuery,
  ValuePath,
} from './parameters.js';

export const eventOperations = {
  getEvents: operation({
    summary: 'A page of events',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath, query: EventsQuery },
    output: json(EventsResponse),
    errors: ['invalid_request', 'session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/events', answer: 'The events after `offset`' },
  }),
  getEventsSse: operation({
    summary: 'Stream events, starting after `offset` or Last-Event-ID; closes after session.ended',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath, query: StreamQuery, headers: StreamHeaders },
    output: events,
    errors: ['invalid_request', 'session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/events/sse', answer: 'Server-sent events' },
  }),
  searchSession: operation({
    summary:
      'The items of the conversation that have a text: messages, reasoning, tool calls with their output. A page may be short or empty: `nextAfter` tells if there is more to search',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath, query: SearchQuery },
    output: json(SearchResponse),
    errors: ['invalid_request', 'session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/search', answer: 'One match per item, in order' },
  }),
  getTranscriptJsonl: operation({
    summary: 'All events, one per line',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath, query: RawQuery },
    output: text('application/x-ndjson'),
    errors: ['session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/transcript.jsonl', answer: 'JSON lines' },
  }),
  getTranscriptMd: operation({
    summary: 'The conversation as Markdown',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath },
    output: text('text/markdown'),
    errors: ['session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/transcript.md', answer: 'Markdown' },
  }),
  getRecording: operation({
    summary:
      'Everything that went into the session and the events that followed, to be replayed with `greenroom replay`; without its secrets',
    tag: 'events',
    scope: 'read',
    input: { path: SessionPath },
    output: text('application/x-ndjson'),
    errors: ['session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/recording', answer: 'JSON lines' },
  }),
  getLongValue: operation({
    summary: 'A value that is too long for its event, such as a diff or the arguments of a tool call',
    tag: 'events',
    scope: 'read',
    input: { path: ValuePath },
    output: json(z.unknown()),
    errors: ['session_not_found', 'not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/values/:valueId', answer: 'The value as JSON' },
  }),
  getItemImage: operation({
    summary: 'An image that an item refers to by path: PNG, JPEG, GIF or WebP, up to 20 MiB',
    tag: 'events',
    scope: 'read',
    input: { path: ImagePath },
    output: bytes('image/*'),
    errors: ['session_not_found', 'not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/items/:itemId/images/:index',
      answer: 'The image',
    },
  }),
};
