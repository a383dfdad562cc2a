import { z } from 'zod';
import { SessionQueue } from '../queue.js';
import { PendingRequests, SessionInfo, SessionState } from '../session.js';
import { empty, json, operation } from './operation.js';
import { SessionPath } from './parameters.js';

const SubscribeRequest = SessionPath.extend({
  offset: z.int().nonnegative().nullish().describe('The last sequence that the reader has; 0 for all'),
  includeRaw: z.boolean().nullish().describe('Include native payloads'),
  includeState: z
    .boolean()
    .nullish()
    .describe('Include state changes, the queue, refusals and the state of the agent process'),
});

const SubscribeResponse = z.object({
  session: SessionInfo,
  state: SessionState,
  pending: PendingRequests,
  lastSequence: z.int().nonnegative(),
  queue: SessionQueue.optional().describe('With includeState'),
});

/** These control the notifications of a connection, so they exist only over WebSocket. */
export const subscriptionOperations = {
  subscribeSession: operation({
    summary: 'Subscribe to a session: the events after `offset`, then live ones. A second call starts over',
    tag: 'events',
    scope: 'read',
    input: { body: SubscribeRequest },
    output: json(SubscribeResponse),
    errors: ['session_not_found', 'quota_exceeded'],
    websocket: { method: 'session/subscribe' },
  }),
  unsubscribeSession: operation({
    summary: 'Unsubscribe from a session',
    tag: 'events',
    scope: 'read',
    input: { body: SessionPath },
    output: empty,
    websocket: { method: 'session/unsubscribe' },
  }),
  watchSessions: operation({
    summary: 'Get notified when sessions are created, change and end',
    tag: 'sessions',
    scope: 'read',
    output: empty,
    websocket: { method: 'session/watch' },
  }),
  unwatchSessions: operation({
    summary: 'Stop notifications about sessions',
    tag: 'sessions',
    scope: 'read',
    output: empty,
    websocket: { method: 'session/unwatch' },
  }),
};
