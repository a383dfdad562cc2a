import { z } from 'zod';
import { SessionId } from '../command.js';
import { UniversalEvent } from '../event.js';
import { SessionQueue } from '../queue.js';
import { Refusal } from '../refusal.js';
import { SessionInfo, StateValue } from '../session.js';

const Sequence = z.int().nonnegative();

/** Everything that the daemon sends over WebSocket besides answers. */
export const notifications = {
  event: {
    summary: 'An event of a subscribed session, in order and without gaps',
    params: UniversalEvent,
  },
  'session/caughtUp': {
    summary: 'The replay has caught up: live events follow',
    params: z.object({ sessionId: SessionId, sequence: Sequence.describe('The last event of the replay') }),
  },
  'session/state': {
    summary: "The value of the session's machine changed; only with includeState",
    params: z.object({
      sessionId: SessionId,
      sequence: Sequence.describe('The event that changed it, sent just before'),
      value: StateValue,
    }),
  },
  'session/queue': {
    summary: 'The queue of the session changed; only with includeState',
    params: SessionQueue.extend({ sessionId: SessionId }),
  },
  'session/agent': {
    summary: "The state of the agent's process changed; only with includeState",
    params: z.object({
      sessionId: SessionId,
      agent: StateValue,
    }),
  },
  'session/refused': {
    summary:
      'A command was refused, or a draft of the agent dropped; repetitions have the same number and a higher count. Only with includeState',
    params: Refusal,
  },
  'session/opened': {
    summary: 'A session was created; only after session/watch',
    params: z.object({ session: SessionInfo }),
  },
  'session/changed': {
    summary:
      'A session changed: its status, its cost … A few times a second at most, and only after session/watch',
    params: z.object({ session: SessionInfo }),
  },
  'session/closed': {
    summary: 'A session has ended or was deleted; only after session/watch',
    params: z.object({ sessionId: SessionId, reason: z.enum(['ended', 'deleted']) }),
  },
} satisfies Record<string, { summary: string; params: z.ZodType }>;
