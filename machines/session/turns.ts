import {
  type DraftOf,
  type EventSource,
  type Metadata,
  type Problem,
  problem,
  type TurnOutcome,
  type WhenBusy,
} from '../../src/schema/index.js';
import { closeTurn } from './closing.js';
import type { QueuedMessage, SessionContext } from './context.js';
import { get, put } from './ledger.js';
import type { Scribe } from './scribe.js';
import { recordUserMessage } from './user-message.js';

const QUEUE_LIMIT = 100;

/** Starts a turn with a message. */
export function beginTurn(scribe: Scribe, message: QueuedMessage): void {
  startTurn(scribe, { message_id: message.messageId }, 'daemon');
  recordUserMessage(scribe, message);
  const turnId = scribe.context.turn!.id;
  scribe.effect({ type: 'prompt', prompt: { turnId, ...message, attachments: [...message.attachments] } });
}

/** Starts a turn, unless one is running: agents may also start turns by themselves. */
export function startTurn(scribe: Scribe, metadata: Metadata, source: EventSource): void {
  const { turn } = scribe.context;
  if (turn) {
    // Until the agent has said something, this merely confirms the turn that a message started.
    if (turn.assistant !== null) scribe.drop(null, 'a turn is already running');
    return;
  }
  const turn_id = scribe.newId('turn', scribe.context.turns + 1);
  scribe.write('turn.started', { phase: 'started', turn_id, metadata }, source);
}

/** Ends the running turn and closes everything that ends with it. */
export function endTurn(scribe: Scribe, outcome: TurnOutcome, metadata: Metadata, source: EventSource): void {
  const { turn } = scribe.context;
  if (!turn) return;
  closeTurn(scribe);
  scribe.write(
    'turn.ended',
    { phase: 'ended', turn_id: turn.id, metadata: { ...metadata, outcome } },
    source,
  );
}

/** The agent reports the end of a turn. */
export function handleTurnEnded(scribe: Scribe, draft: DraftOf<'turn.ended'>, interrupting: boolean): void {
  const { turn } = scribe.context;
  if (!turn) return scribe.drop(draft.turn ?? null, 'no turn is running');
  if (draft.turn !== undefined && draft.turn !== turn.id) {
    return scribe.drop(draft.turn, 'another turn is running');
  }
  // Agents report an interrupt as an error, but the user asked for it.
  const outcome = interrupting && draft.outcome === 'error' ? 'interrupted' : draft.outcome;
  endTurn(scribe, outcome, draft.metadata ?? {}, scribe.source);
}

/** Sends a message into the running turn. */
export function steer(scribe: Scribe, message: QueuedMessage): void {
  recordUserMessage(scribe, message);
  const turnId = scribe.context.turn!.id;
  scribe.effect({ type: 'steer', prompt: { turnId, ...message, attachments: [...message.attachments] } });
}

export function enqueue(scribe: Scribe, message: QueuedMessage, where: 'front' | 'back'): void {
  const { queue } = scribe.context;
  scribe.remember({ queue: where === 'front' ? [message, ...queue] : [...queue, message] });
}

/** The last step of every ruling: starts a turn with the first queued message if the session is free. */
export function startNextTurn(scribe: Scribe): void {
  const { started, ended, turn, held, queue } = scribe.context;
  const [next, ...rest] = queue;
  if (!next || !started || ended || turn || held) return;
  scribe.remember({ queue: rest });
  beginTurn(scribe, next);
}

/** Whether a message was received before, e.g. because a client retried after losing the response. */
export function wasReceived(context: SessionContext, messageId: string): boolean {
  return get(context.taken, messageId) !== undefined;
}

export function markReceived(scribe: Scribe, messageId: string): void {
  scribe.remember({ taken: put(scribe.context.taken, messageId, '') });
}

/** The reason to refuse a message that arrives while the session is busy, or null. */
export function busyProblem(context: SessionContext, whenBusy: WhenBusy): Problem | null {
  if (whenBusy === 'reject') return problem('session_busy', 'a turn is running and whenBusy is "reject"');
  if (whenBusy === 'steer') {
    if (context.input.steer) return null;
    return problem('mode_not_supported', 'this agent does not support steering', {
      supported: ['queue', 'interrupt', 'reject'],
    });
  }
  if (context.queue.length >= QUEUE_LIMIT) {
    return problem('overloaded', `${QUEUE_LIMIT} messages are already queued`);
  }
  return null;
}
