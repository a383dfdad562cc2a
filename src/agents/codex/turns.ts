import { follow, nothing, type Outcome, type Step } from '../kit/fold.js';
import { errorDraft, outcomeOf } from './errors.js';
import type { ParamsOf } from './native.js';
import type { CodexNotice } from './notices.js';
import { type CodexState, cut, forgetTurn, isOwn } from './state.js';
import { isNothing, noTokens } from './usage.js';

/** Turns of sub-agents are no turns of the session. */
export function turnStarted(
  { threadId, turn }: ParamsOf<'turn/started'>,
  state: CodexState,
): Outcome<CodexState> {
  if (!isOwn(state, threadId)) return nothing;
  return {
    state: { ...state, thread: threadId, turn: turn.id },
    drafts: [{ type: 'turn.started', metadata: { native_turn_id: turn.id } }],
  };
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
    (now) => ({ state: forgetTurn(now, threadId, id), drafts: [] }),
    (now) => (isOwn(now, threadId) ? ownTurnEnded(turn, now) : nothing),
  );
}

function ownTurnEnded(
  { id, status, error, durationMs }: ParamsOf<'turn/completed'>['turn'],
  state: CodexState,
): Step<CodexState> {
  const { spent } = state.spending;
  return {
    state: { ...state, turn: null, spending: { ...state.spending, spent: noTokens } },
    drafts: [
      {
        type: 'turn.ended',
        outcome: outcomeOf(status, error),
        metadata: {
          native_turn_id: id,
          ...(isNothing(spent) ? {} : { usage: spent }),
          ...(durationMs == null ? {} : { duration_ms: durationMs }),
        },
      },
    ],
  };
}

/** Codex did not begin the turn, so it will not report its end either. */
export function turnRefused({ code, message }: CodexNotice, state: CodexState): Step<CodexState> {
  return {
    state: { ...state, turn: null },
    drafts: [
      { type: 'error', message, code: 'turn_refused', details: { retryable: false, rpc_code: code } },
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
