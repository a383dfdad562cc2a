import { z } from 'zod';
import { SessionQueue, UpdateQueuedRequest } from '../queue.js';
import { json, operation } from './operation.js';
import { QueuePath, RevisionHeaders, SessionPath } from './parameters.js';
import { attachedElsewhere } from './scopes.js';

const errors = ['session_not_found', 'session_ended', 'not_found', 'message_delivered'] as const;

export const queueOperations = {
  listQueue: operation({
    summary: 'The messages that wait for the running turn to end',
    tag: 'queue',
    scope: 'read',
    input: { path: SessionPath },
    output: json(SessionQueue),
    errors: ['session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/queue', answer: 'All of them, whole and in order' },
    websocket: { method: 'queue/list' },
  }),
  updateQueued: operation({
    summary: 'Edit a queued message, move it, or send it now',
    tag: 'queue',
    scope: 'send',
    elevation: attachedElsewhere,
    input: { path: QueuePath, headers: RevisionHeaders, body: UpdateQueuedRequest },
    output: json(SessionQueue),
    errors: [...errors, 'revision_mismatch', 'mode_not_supported'],
    http: {
      method: 'PATCH',
      path: '/v1/sessions/:sessionId/queue/:messageId',
      answer: 'The queue as it is now',
    },
    websocket: {
      method: 'queue/update',
      params: QueuePath.extend(UpdateQueuedRequest.shape).extend({
        revision: z
          .int()
          .nonnegative()
          .nullable()
          .describe('The revision that the change is based on; null for any'),
      }),
    },
  }),
  removeQueued: operation({
    summary: 'Take a queued message back',
    tag: 'queue',
    scope: 'send',
    input: { path: QueuePath },
    output: json(SessionQueue),
    errors,
    http: {
      method: 'DELETE',
      path: '/v1/sessions/:sessionId/queue/:messageId',
      answer: 'The queue as it is now',
    },
    websocket: { method: 'queue/remove' },
  }),
};
