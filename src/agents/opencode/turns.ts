import type { ContextUsage, TurnOutcome } from '../../schema/index.js';
import { follow, nothing } from '../kit/fold.js';
import { at, defined } from '../kit/record.js';
import { childOf, outlivesTurn, withChild } from './children.js';
import { categoryOf, errorDraft, isAbort, isEcho, isOverflow, outcomeOf } from './errors.js';
import { subAgentOf } from './items.js';
import type { PropertiesOf } from './native.js';
import type { NativeErrorOf } from './native-messages.js';
import type { NoticeOf } from './notices.js';
import { closePatches } from './patches.js';
import { atWork, isEndedByError, restOf } from './progress.js';
import { forgetTurn, isOwn, newTurn, type OpenCodeState, type Outcome, type Turn } from './state.js';
import { subAgentBusy, subAgentIdle } from './sub-agents.js';
import { cutTexts } from './texts.js';
import { cutTools } from './tool-events.js';
import { sumOf } from './usage.js';
import { emitUserMessage } from './user.js';

/** A message of ours begins a turn, or joins the running one. */
export function prompted(
  before: OpenCodeState,
  { turnId, messageId, clientMessageId }: NoticeOf<'prompted'>,
): Outcome {
  const isRunning = before.turn !== null && (before.turn.id ?? turnId) === turnId;
  const state = isRunning ? before : forgetTurn(before);
  const turn = { ...(state.turn ?? newTurn), id: turnId, isSilent: false };
  const sent = messageId === null ? {} : { [messageId]: clientMessageId };
  return { state: { ...state, turn: { ...turn, prompts: { ...turn.prompts, ...sent } } }, drafts: [] };
}

/** The server did not accept a prompt, so there is no turn. */
export function promptRefused(
  state: OpenCodeState,
  { turnId, message, status, name }: NoticeOf<'promptRefused'>,
): Outcome {
  // Any other failure is the server's own.
  const category = status !== null && status >= 400 && status < 500 ? 'invalid_request' : 'agent';
  const native = name === null ? {} : { native: { name } };
  const details = { retryable: false, category, ...defined({ status }), ...native } as const;
  return {
    state: state.turn?.id === turnId ? forgetTurn(state) : state,
    drafts: [
      { type: 'error', message, code: 'turn_refused', details },
      { type: 'turn.ended', outcome: 'error', turn: turnId },
    ],
  };
}

export function statusChanged(
  state: OpenCodeState,
  { sessionID, status }: PropertiesOf<'session.status'>,
): Outcome {
  if (status.type === 'retry') return retried(state, sessionID, status);
  if (status.type === 'idle') return idle(state, sessionID);
  if (status.type !== 'busy') return nothing;
  return isOwn(state, sessionID) ? busy(state) : subAgentBusy(state, sessionID);
}

/** A turn is busy several times. */
function busy(before: OpenCodeState): Outcome {
  const { state, drafts } = follow(before, turnBegun);
  const turn = state.turn ?? newTurn;
  return {
    state: {
      ...state,
      turn: { ...turn, progress: atWork(turn.progress), retrying: false },
      echo: false,
    },
    drafts,
  };
}

/** Where no turn runs, another client has begun one. */
export function turnBegun(state: OpenCodeState): Outcome {
  if (state.turn !== null) return nothing;
  return { state: { ...state, turn: newTurn }, drafts: [{ type: 'turn.started' }] };
}

/** The model could not be reached, or was cut off: it begins its message again, in new parts. */
function retried(
  before: OpenCodeState,
  session: string,
  { attempt, message, next }: PropertiesOf<'session.status'>['status'],
): Outcome {
  const { state, drafts } = follow(
    before,
    (now) => (isOwn(now, session) ? nothing : subAgentBusy(now, session)),
    (now) => cutTexts(now, (text) => text.session === session),
    (now) => cutTools(now, (tool) => tool.session === session && !tool.called),
  );
  const text = message ?? 'The model did not answer';
  drafts.push({
    type: 'error',
    message: text,
    code: 'provider_retry',
    details: {
      retryable: true,
      category: categoryOf(text),
      native: { ...defined({ attempt, next }), ...subAgentOf(state, session) },
    },
  });
  const { turn } = state;
  // An abort between two attempts shows in nothing else.
  if (!isOwn(state, session)) return { state: withChild(state, session, { isCut: true }), drafts };
  if (turn === null) return { state, drafts };
  return {
    state: { ...state, turn: { ...turn, progress: atWork(turn.progress), retrying: true } },
    drafts,
  };
}

/** After too many retries the connection aborts: the idle that follows ends the turn. */
export function gaveUp(state: OpenCodeState, { attempt, message }: NoticeOf<'gaveUp'>): Outcome {
  const { turn } = state;
  const failure = { error: { name: 'RetriesExhausted', data: { message } }, isReported: true };
  return {
    state: turn === null ? state : { ...state, turn: { ...turn, progress: atWork(turn.progress), failure } },
    drafts: [errorDraft(failure.error, false, { attempt })],
  };
}

export function failed(state: OpenCodeState, { sessionID, error }: PropertiesOf<'session.error'>): Outcome {
  const session = sessionID ?? state.session ?? '';
  if (error == null) return nothing;
  if (!isOwn(state, session)) return subAgentFailed(state, session, error);
  if (isEcho(error) && (state.echo || state.turn?.failure != null))
    return { state: { ...state, echo: false }, drafts: [] };
  const { turn } = state;
  if (turn === null) return isAbort(error) ? nothing : [errorDraft(error, false)];
  const next = { ...state, turn: errorOf(turn, error, !isOverflow(error)) };
  if (isAbort(error)) return { state: next, drafts: [] };
  const draft = errorDraft(error, isOverflow(error));
  if (!isEndedByError(turn.progress)) return { state: next, drafts: [draft] };
  return follow(next, () => [draft], endTurn);
}

/** An error of a sub-agent cuts it off, unless it is at work again afterwards. The turn goes on. */
function subAgentFailed(state: OpenCodeState, session: string, error: NativeErrorOf): Outcome {
  return {
    state: childOf(state, session).progress === null ? state : withChild(state, session, { isCut: true }),
    drafts: isAbort(error) ? [] : [errorDraft(error, isOverflow(error), subAgentOf(state, session))],
  };
}

/** The turn after an error; an abort is not one. */
export function errorOf(turn: Turn, error: NativeErrorOf, isReported = false): Turn {
  if (isAbort(error)) return { ...turn, aborted: true };
  return turn.failure === null || isReported ? { ...turn, failure: { error, isReported } } : turn;
}

export function idle(state: OpenCodeState, session: string): Outcome {
  if (!isOwn(state, session)) return subAgentIdle(state, session);
  const { turn } = state;
  return turn !== null && restOf(turn.progress) === 'over' ? endTurn(state) : nothing;
}

/** Ends the running turn and everything that is open in it. */
export function endTurn(before: OpenCodeState): Outcome {
  const { turn, messages } = before;
  if (turn === null) return nothing;
  const ends = ({ session }: { session: string }) => !outlivesTurn(before, session);
  const userMessages = Object.keys(before.userMessages)
    .filter((session) => ends({ session }))
    .map((session) => (now: OpenCodeState) => emitUserMessage(now, session));
  const { state, drafts } = follow(
    before,
    ...userMessages,
    (now) => cutTexts(now, ends),
    (now) => cutTools(now, ends),
    (now) => closePatches(now, ends),
  );
  const { failure, began, ended, last } = turn;
  if (failure?.isReported === false) drafts.push(errorDraft(failure.error, false));
  drafts.push({
    type: 'turn.ended',
    outcome: turnOutcome(turn),
    ...(turn.id === null ? {} : { turn: turn.id }),
    metadata: {
      ...defined({ model: last?.model, context: contextOf(state) }),
      ...sumOf(Object.values(messages).flatMap(({ spent }) => spent ?? [])),
      ...(began === null || ended === null ? {} : { duration_ms: ended - began }),
      native: defined({ message: turn.user, finish: last?.finish }),
    },
  });
  // The server repeats an error that kept the turn from beginning.
  return { state: { ...forgetTurn(state), echo: failure !== null && last === null }, drafts };
}

/** How full the context of our session is. */
function contextOf({ context, windows }: OpenCodeState): ContextUsage | null {
  const window = context === null ? undefined : at(windows, context.model);
  return context === null || window === undefined
    ? null
    : { used_tokens: context.tokens, window_tokens: window };
}

function turnOutcome({ failure, aborted, retrying, progress, last }: Turn): TurnOutcome {
  if (failure !== null) return outcomeOf(failure.error);
  // An abort between two attempts shows in nothing else.
  if (aborted || retrying || progress.answer !== 'complete') return 'interrupted';
  return last?.finish === 'content-filter' ? 'refused' : 'completed';
}
