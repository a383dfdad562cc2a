import type {
  DraftOf,
  EventSource,
  Metadata,
  ReportedUsage,
  TurnOutcome,
  Usage,
} from '../../src/schema/index.js';
import { closeTurn } from './closing.js';
import type { UserMessage } from './context.js';
import type { Scribe } from './scribe.js';
import { recordUserMessage } from './user-message.js';

/** Starts a turn with a message. */
export function beginTurn(scribe: Scribe, message: UserMessage): void {
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
  const { usage, ...metadata } = draft.metadata ?? {};
  endTurn(scribe, outcome, usage ? { ...metadata, usage: withTotal(usage) } : metadata, scribe.source);
}

/** The total is always ours: providers count differently. */
function withTotal(usage: ReportedUsage): Usage {
  const { input_tokens: input, output_tokens: output } = usage;
  return input === undefined || output === undefined ? usage : { ...usage, total_tokens: input + output };
}

/** Sends a message into the running turn. */
export function steer(scribe: Scribe, message: UserMessage): void {
  recordUserMessage(scribe, message);
  const turnId = scribe.context.turn!.id;
  scribe.effect({ type: 'steer', prompt: { turnId, ...message, attachments: [...message.attachments] } });
}
