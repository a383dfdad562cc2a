import { z } from 'zod';
import { Refusal, SessionId, SessionInfo, StateValue, UniversalEvent } from '../../schema/index.js';

/** A notification is told once, like a route. Nothing checks what we send; tests do. */
export interface Notification {
  summary: string;
  params: z.ZodType;
}

const Sequence = z.int().nonnegative();

/** What the daemon says unasked. */
export const notifications = {
  event: {
    summary: 'An event of a session that is subscribed to, in order and without a gap',
    params: UniversalEvent,
  },
  'session/caughtUp': {
    summary: 'The replay has met the present: what follows happens now',
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
  'session/agent': {
    summary: "The state of the agent's process changed; only with includeState",
    params: z.object({
      sessionId: SessionId,
      agent: z.string().describe('A state of the machine agent-process'),
    }),
  },
  'session/refused': {
    summary:
      'A command was refused, or a draft of the agent dropped; the same number again counts up. Only with includeState',
    params: Refusal,
  },
  'session/opened': {
    summary: 'A session was created; only to those who called session/watch',
    params: z.object({ session: SessionInfo }),
  },
  'session/changed': {
    summary:
      'A session is not as it was: its status, its cost … A few times a second at most, and only to those who called session/watch',
    params: z.object({ session: SessionInfo }),
  },
  'session/closed': {
    summary: 'A session has ended or was deleted; only to those who called session/watch',
    params: z.object({ sessionId: SessionId, reason: z.enum(['ended', 'deleted']) }),
  },
} satisfies Record<string, Notification>;
