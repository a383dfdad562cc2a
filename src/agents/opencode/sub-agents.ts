import { follow, nothing } from '../kit/fold.js';
import { without } from '../kit/record.js';
import { childOf, withChild } from './children.js';
import { closePatches } from './patches.js';
import { atWork, notBegun, restOf } from './progress.js';
import type { OpenCodeState, Outcome } from './state.js';
import { cutTexts } from './texts.js';
import { cutTools } from './tool-events.js';
import { emitUserMessage } from './user.js';

/** A sub-agent is at work; the server says so several times. */
export function subAgentBusy(state: OpenCodeState, session: string): Outcome {
  const { call, title, outlives, progress } = childOf(state, session);
  if (progress !== null) return nothing;
  return {
    state: withChild(state, session, { progress: atWork(notBegun), isCut: false }),
    drafts: [{ type: 'thread.started', thread: session, title, call, endsWithTurn: !outlives }],
  };
}

export function subAgentIdle(state: OpenCodeState, session: string): Outcome {
  const { progress } = childOf(state, session);
  // As in a turn, the first idle after an abort or an error is too early.
  return progress !== null && restOf(progress) === 'over' ? endSubAgent(state, session) : nothing;
}

/** Ends the run of a sub-agent and everything that is open in it. */
export function endSubAgent(before: OpenCodeState, session: string): Outcome {
  const { progress, isCut } = childOf(before, session);
  if (progress === null) return nothing;
  const isOf = (each: { session: string }) => each.session === session;
  const isWhole = !isCut && progress.answer === 'complete';
  return follow(
    before,
    (state) => emitUserMessage(state, session),
    (state) => cutTexts(state, isOf),
    (state) => cutTools(state, isOf),
    (state) => closePatches(state, isOf),
    (state) => ({
      // A later call brings it back.
      state: { ...state, children: without(state.children, session) },
      drafts: [{ type: 'thread.ended', thread: session, status: isWhole ? 'completed' : 'failed' }],
    }),
  );
}
