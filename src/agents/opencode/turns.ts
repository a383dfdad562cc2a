import type { TurnOutcome } from '../../schema/index.js';
import { errorDraft, isAbort, isEcho, isOverflow, outcomeOf } from './errors.js';
import { whose } from './items.js';
import type { PropertiesOf } from './native.js';
import type { NativeErrorOf } from './native-messages.js';
import { closePatches } from './patches.js';
import {
  follow,
  forgetTurn,
  isOwn,
  noTurn,
  nothing,
  type OpenCodeState,
  type Step,
  type Turn,
} from './state.js';
import { cutTexts } from './texts.js';
import { cutTools } from './tool-events.js';
import { sumOf } from './usage.js';
import { heard } from './user.js';

/** We send a message: it begins a turn, or goes into the one that runs. */
export function prompted(
  before: OpenCodeState,
  { turnId, messageID, clientMessageId }: PropertiesOf<'greenroom.prompted'>,
): Step {
  const runs = before.turn !== null && (before.turn.id ?? turnId) === turnId;
  const state = runs ? before : forgetTurn(before);
  const turn = { ...(state.turn ?? noTurn), id: turnId };
  const sent = messageID === undefined ? {} : { [messageID]: clientMessageId ?? null };
  return { state: { ...state, turn: { ...turn, prompts: { ...turn.prompts, ...sent } } }, drafts: [] };
}

/** The server would not even take it. */
export function refused(
  state: OpenCodeState,
  { turnId, message, status, name }: PropertiesOf<'greenroom.refused'>,
): Step {
  const details = {
    retryable: false,
    ...(status === null ? {} : { http_status: status }),
    ...(name === undefined ? {} : { name }),
  };
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
): Step {
  if (status.type === 'retry') return retried(state, sessionID, status);
  if (status.type === 'idle') return idle(state, sessionID);
  return status.type === 'busy' && isOwn(state, sessionID) ? busy(state) : nothing;
}

/** It comes several times in a turn. */
function busy(before: OpenCodeState): Step {
  const { state, drafts } = follow(before, begun);
  const turn = { ...(state.turn ?? noTurn), busy: true, retrying: false };
  return { state: { ...state, turn, echo: false }, drafts };
}

/** Where no turn runs somebody else has begun one, with another client. */
export function begun(state: OpenCodeState): Step {
  if (state.turn !== null) return nothing;
  return { state: { ...state, turn: noTurn }, drafts: [{ type: 'turn.started' }] };
}

/** The model could not be reached, or was cut off: it says its message anew, as other parts. */
function retried(
  before: OpenCodeState,
  session: string,
  { attempt, message, next }: PropertiesOf<'session.status'>['status'],
): Step {
  const { state, drafts } = follow(
    before,
    (now) => cutTexts(now, (text) => text.session === session),
    (now) => cutTools(now, (tool) => tool.session === session && !tool.called),
  );
  drafts.push({
    type: 'error',
    message: message ?? 'The model did not answer',
    code: 'provider_retry',
    details: { retryable: true, attempt: attempt ?? null, next: next ?? null, ...whose(state, session) },
  });
  if (!isOwn(state, session) || state.turn === null) return { state, drafts };
  return { state: { ...state, turn: { ...state.turn, busy: true, retrying: true } }, drafts };
}

/** We let it try no more, and abort: the idle that follows ends the turn. */
export function gaveUp(state: OpenCodeState, { attempt, message }: PropertiesOf<'greenroom.gave_up'>): Step {
  const failure = { error: { name: 'RetriesExhausted', data: { message } }, told: true };
  return {
    state: state.turn === null ? state : { ...state, turn: { ...state.turn, busy: true, failure } },
    drafts: [errorDraft(failure.error, false, { attempt })],
  };
}

export function failed(state: OpenCodeState, { sessionID, error }: PropertiesOf<'session.error'>): Step {
  const session = sessionID ?? state.session ?? '';
  if (error == null) return nothing;
  if (!isOwn(state, session))
    return isAbort(error) ? nothing : { drafts: [errorDraft(error, false, whose(state, session))] };
  if (isEcho(error) && (state.echo || state.turn?.failure != null))
    return { state: { ...state, echo: false }, drafts: [] };
  const { turn } = state;
  if (turn === null) return isAbort(error) ? nothing : { drafts: [errorDraft(error, false)] };
  const next = { ...state, turn: errorOf(turn, error, !isOverflow(error)) };
  if (isAbort(error)) return { state: next, drafts: [] };
  const told = errorDraft(error, isOverflow(error));
  // What fails before the server was at work is followed by no idle.
  if (turn.busy) return { state: next, drafts: [told] };
  return follow(next, () => ({ drafts: [told] }), endTurn);
}

/** What an error means for its turn: an abort is none. */
export function errorOf(turn: Turn, error: NativeErrorOf, told = false): Turn {
  if (isAbort(error)) return { ...turn, aborted: true };
  return turn.failure === null || told ? { ...turn, failure: { error, told } } : turn;
}

/**
 * The server rests, it says, once or several times. After an abort or an error the first time is too early: its last
 * message is told after it. One from before it was at work is of the turn before.
 */
export function idle(state: OpenCodeState, session: string): Step {
  const { turn } = state;
  if (turn === null || !isOwn(state, session) || !turn.busy) return nothing;
  return turn.last?.completed === false ? nothing : endTurn(state);
}

/** Ends the turn that runs with all that is open in it. */
export function endTurn(before: OpenCodeState): Step {
  const { turn, messages } = before;
  if (turn === null) return nothing;
  const hearing = Object.keys(before.hearing).map((session) => (now: OpenCodeState) => heard(now, session));
  const { state, drafts } = follow(
    before,
    ...hearing,
    (now) => cutTexts(now, () => true),
    (now) => cutTools(now, () => true),
    closePatches,
  );
  const { failure, user, began, ended, last } = turn;
  if (failure?.told === false) drafts.push(errorDraft(failure.error, false));
  drafts.push({
    type: 'turn.ended',
    outcome: turnOutcome(turn),
    ...(turn.id === null ? {} : { turn: turn.id }),
    metadata: {
      ...(user === null ? {} : { native_turn_id: user }),
      ...sumOf(Object.values(messages).flatMap(({ spent }) => spent ?? [])),
      ...(began === null || ended === null ? {} : { duration_ms: ended - began }),
      ...(last?.finish == null ? {} : { stop_reason: last.finish }),
    },
  });
  // An error that kept the turn from being begun is told once more.
  return { state: { ...forgetTurn(state), echo: failure !== null && last === null }, drafts };
}

function turnOutcome({ failure, aborted, retrying, last }: Turn): TurnOutcome {
  if (failure !== null) return outcomeOf(failure.error);
  // An abort while it waits to try again is told by nothing else.
  if (aborted || retrying || last?.completed !== true) return 'interrupted';
  return last.finish === 'content-filter' ? 'refused' : 'completed';
}
