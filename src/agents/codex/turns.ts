import { follow, nothing, type Outcome, type Step } from '../kit/fold.js';
import { commandsCut, commandsYielded } from './commands.js';
import { errorDraft, outcomeOf } from './errors.js';
import type { ParamsOf } from './native.js';
import type { TurnRefused } from './notices.js';
import { type CodexState, cut, forgetTurn, isOwn } from './state.js';
import { isResting, runEnded, runStarted } from './sub-agents.js';
import { isNothing } from './usage.js';

/** Turns of sub-agents are no turns of the session, but runs of their threads. */
export function turnStarted(
  { threadId, turn }: ParamsOf<'turn/started'>,
  state: CodexState,
): Outcome<CodexState> {
  if (!isOwn(state, threadId)) return runStarted(state, threadId, turn.id);
  // The turn of a review has another one inside, under an id of its own.
  if (turn.id !== state.turn && state.turn !== null && turn.rootTurnId === state.turn) return nothing;
  return ownTurnStarted(state, threadId, turn.id);
}

function ownTurnStarted(state: CodexState, thread: string, turn: string): Step<CodexState> {
  return {
    state: { ...state, thread, turn },
    drafts: [{ type: 'turn.started', metadata: { ...modelOf(state, turn), native: { turn_id: turn } } }],
  };
}

/** The model that answers a turn, if it is known. */
function modelOf({ model, rerouted }: CodexState, turn: string): { model?: string } {
  const answering = rerouted?.turn === turn ? rerouted.model : model;
  return answering === null ? {} : { model: answering };
}

/** The turn of a review begins with the item that announces it. */
export function reviewStarted(
  state: CodexState,
  { threadId, turnId }: { threadId: string; turnId: string },
): Outcome<CodexState> {
  return isOwn(state, threadId) && state.turn === null ? ownTurnStarted(state, threadId, turnId) : nothing;
}

export function turnCompleted(
  { threadId, turn }: ParamsOf<'turn/completed'>,
  state: CodexState,
): Outcome<CodexState> {
  const { id, error, status } = turn;
  return follow(
    state,
    (now) => cut(now, threadId),
    (now) =>
      status === 'failed' && error != null && now.failedTurn !== id
        ? [errorDraft(error, false, whose(now, threadId))]
        : nothing,
    (now) => ({ state: forgetTurn(status === 'interrupted' ? commandsCut(now, id) : now, id), drafts: [] }),
    (now) => commandsYielded(now, (owner) => endsWith(now, owner, threadId)),
    (now) =>
      isOwn(now, threadId) ? ownTurnEnded(turn, now) : runEnded(now, threadId, status === 'completed'),
  );
}

/** Whether a turn of `ending` ends what is open in a thread: its own, and with the session's all that rest. */
function endsWith(state: CodexState, owner: string, ending: string): boolean {
  return owner === ending || (isOwn(state, ending) && isResting(state, owner));
}

function ownTurnEnded(
  { id, status, error, durationMs }: ParamsOf<'turn/completed'>['turn'],
  state: CodexState,
): Step<CodexState> {
  const { spending, context } = state;
  const { spent } = spending;
  return {
    state: {
      ...state,
      turn: null,
      rerouted: null,
      isCompactionAsked: false,
      spending: { ...spending, spent: {} },
    },
    drafts: [
      {
        type: 'turn.ended',
        outcome: outcomeOf(status, error),
        metadata: {
          ...modelOf(state, id),
          ...(isNothing(spent) ? {} : { usage: spent }),
          ...(context === null ? {} : { context }),
          ...(durationMs == null ? {} : { duration_ms: durationMs }),
          native: { turn_id: id },
        },
      },
    ],
  };
}

/** Codex did not begin the turn, so it will not report its end either. */
export function turnRefused({ code, message }: TurnRefused, state: CodexState): Step<CodexState> {
  const details = { retryable: false, category: 'agent' as const, native: { rpc_code: code } };
  return {
    state: { ...state, turn: null, isCompactionAsked: false },
    drafts: [
      { type: 'error', message, code: 'turn_refused', details },
      { type: 'turn.ended', outcome: 'error' },
    ],
  };
}

export function turnFailed(
  { threadId, turnId, error, willRetry }: ParamsOf<'error'>,
  state: CodexState,
): Outcome<CodexState> {
  const drafts = [errorDraft(error, willRetry, whose(state, threadId))];
  if (!willRetry) return { state: { ...state, failedTurn: turnId ?? null }, drafts };
  // The retry repeats the message under another id.
  return follow(
    state,
    (now) => cut(now, threadId),
    () => drafts,
  );
}

/** Marks an error of a sub-agent: the session's own turn goes on. */
function whose(state: CodexState, threadId: string): Record<string, unknown> {
  return isOwn(state, threadId) ? {} : { sub_agent: threadId };
}
