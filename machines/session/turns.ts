import {
  type DraftOf,
  type EventSource,
  type Metadata,
  type Problem,
  problem,
  type TurnOutcome,
  type WhenBusy,
} from '../../src/schema/index.js';
import type { QueuedMessage, SessionContext } from './context.js';
import { cutItems } from './items.js';
import { enter, look } from './ledger.js';
import { cutRequests } from './requests.js';
import type { Scribe } from './scribe.js';
import { flushUser, hearUser } from './user-message.js';

/** How many messages may wait; a client that sends more is told so. */
const QUEUE_LIMIT = 100;

/** A message begins a turn. */
export function beginTurn(scribe: Scribe, message: QueuedMessage): void {
  startTurn(scribe, { message_id: message.messageId }, 'daemon');
  hearUser(scribe, message);
  const turnId = scribe.context.turn!.id;
  scribe.effect({ type: 'prompt', prompt: { turnId, ...message, attachments: [...message.attachments] } });
}

/** The agent begins a turn by itself. */
export function startTurn(scribe: Scribe, metadata: Metadata, source: EventSource): void {
  const { turn } = scribe.context;
  if (turn) {
    // Before it has said anything, it only confirms the turn that a message began.
    if (turn.assistant !== null) scribe.drop(null, 'a turn is running already');
    return;
  }
  const turn_id = scribe.name('turn', scribe.context.turns + 1);
  scribe.write('turn.started', { phase: 'started', turn_id, metadata }, source);
}

/** Ends the open turn with all that is open in it. */
export function endTurn(scribe: Scribe, outcome: TurnOutcome, metadata: Metadata, source: EventSource): void {
  const { turn } = scribe.context;
  if (!turn) return;
  closeAll(scribe, outcome === 'completed' ? 'completed' : 'failed');
  scribe.write(
    'turn.ended',
    { phase: 'ended', turn_id: turn.id, metadata: { ...metadata, outcome } },
    source,
  );
}

/** The agent says that a turn ended. */
export function turnEnded(scribe: Scribe, draft: DraftOf<'turn.ended'>, interrupting: boolean): void {
  const { turn } = scribe.context;
  if (!turn) return scribe.drop(draft.turn ?? null, 'no turn is running');
  if (draft.turn !== undefined && draft.turn !== turn.id) {
    return scribe.drop(draft.turn, 'another turn is running');
  }
  // Agents report their own abortion as an error; the user asked for it.
  const outcome = interrupting && draft.outcome === 'error' ? 'interrupted' : draft.outcome;
  endTurn(scribe, outcome, draft.metadata ?? {}, 'agent');
}

/** Leaves no request, no item and no user's message behind. */
export function closeAll(scribe: Scribe, status: 'completed' | 'failed'): void {
  flushUser(scribe);
  scribe.remember({ unechoed: [] });
  cutRequests(scribe);
  cutItems(scribe, status);
}

/** A message goes into the running turn. */
export function steer(scribe: Scribe, message: QueuedMessage): void {
  hearUser(scribe, message);
  const turnId = scribe.context.turn!.id;
  scribe.effect({ type: 'steer', prompt: { turnId, ...message, attachments: [...message.attachments] } });
}

export function enqueue(scribe: Scribe, message: QueuedMessage, where: 'front' | 'back'): void {
  const { queue } = scribe.context;
  scribe.remember({ queue: where === 'front' ? [message, ...queue] : [...queue, message] });
}

/** The last thing in every ruling: where nothing runs and a message waits, it begins the next turn. */
export function goOn(scribe: Scribe): void {
  const { started, ended, turn, held, queue } = scribe.context;
  const [next, ...rest] = queue;
  if (!next || !started || ended || turn || held) return;
  scribe.remember({ queue: rest });
  beginTurn(scribe, next);
}

/** The same message again, e.g. after a lost answer. */
export function isTaken(context: SessionContext, messageId: string): boolean {
  return look(context.taken, messageId) !== undefined;
}

export function take(scribe: Scribe, messageId: string): void {
  scribe.remember({ taken: enter(scribe.context.taken, messageId, '') });
}

/** Why a message that arrives while the session is busy is refused, or null. */
export function busyProblem(context: SessionContext, whenBusy: WhenBusy): Problem | null {
  if (whenBusy === 'reject') return problem('session_busy', 'a turn is running, and whenBusy is reject');
  if (whenBusy === 'steer') {
    if (context.input.steer) return null;
    return problem('mode_not_supported', 'this agent cannot be steered during a turn', {
      supported: ['queue', 'interrupt', 'reject'],
    });
  }
  if (context.queue.length >= QUEUE_LIMIT) {
    return problem('overloaded', `${QUEUE_LIMIT} messages are waiting already`);
  }
  return null;
}
