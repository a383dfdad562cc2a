import { callKey } from '../kit/drafts.js';
import { at } from '../kit/record.js';
import type { NativeAssistant } from './native-messages.js';
import { calledSession, isOver, type PartOf } from './native-parts.js';
import { answering } from './progress.js';
import { type Child, isOwn, type OpenCodeState } from './state.js';

/** The state of sub-agents; `sub-agents.ts` drafts their runs. */

const stranger: Child = {
  call: null,
  title: 'sub-agent',
  outlives: false,
  progress: null,
  isCut: false,
};

/** One that no call has named is a stranger. */
export function childOf(state: OpenCodeState, session: string): Child {
  return at(state.children, session) ?? stranger;
}

export function withChild(state: OpenCodeState, session: string, changes: Partial<Child>): OpenCodeState {
  const child = { ...childOf(state, session), ...changes };
  return { ...state, children: { ...state.children, [session]: child } };
}

/** A call starts a sub-agent, or addresses one again, by its session. */
export function linked(state: OpenCodeState, part: PartOf<'tool'>): OpenCodeState {
  const session = calledSession(part);
  if (session === null || isOwn(state, session)) return state;
  const known = at(state.children, session);
  const call = callKey(part.id);
  // The end of an earlier call may come after another call to the same sub-agent.
  if (known?.call === call || (known !== undefined && isOver(part))) return state;
  const { description } = part.state.input;
  return withChild(state, session, {
    call,
    title: typeof description === 'string' ? description : stranger.title,
    outlives: part.state.metadata?.background === true || outlivesTurn(state, part.sessionID),
  });
}

/** Whether a session goes on after the turn. */
export function outlivesTurn(state: OpenCodeState, session: string): boolean {
  return at(state.children, session)?.outlives === true;
}

/** Records the progress of a sub-agent's message. */
export function childAnswering(state: OpenCodeState, info: NativeAssistant): OpenCodeState {
  const { progress, isCut } = childOf(state, info.sessionID);
  if (progress === null) return state;
  return withChild(state, info.sessionID, {
    progress: answering(progress, info),
    isCut: isCut || info.error != null,
  });
}

/** Whether a session was aborted or has failed: then the server ends its texts as if they were complete. */
export function isCutOff(state: OpenCodeState, session: string): boolean {
  if (!isOwn(state, session)) return childOf(state, session).isCut;
  return state.turn?.aborted === true || state.turn?.failure != null;
}
