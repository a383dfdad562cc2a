import type { Draft } from '../../schema/index.js';

/** The result of one input: the drafts and the next state. */
export interface Step<State> {
  state: State;
  drafts: Draft[];
}

/** A step that may omit the state, or be just drafts, if the state does not change. */
export type Outcome<State> = readonly Draft[] | { state?: State; drafts: readonly Draft[] };

export type Fold<State> = (state: State) => Outcome<State>;

/** The outcome of an input that is ignored. */
export const nothing: readonly Draft[] = [];

/** Runs folds in order, each on the state that the previous one returned. */
export function follow<State>(from: State, ...folds: readonly Fold<State>[]): Step<State> {
  let state = from;
  const drafts: Draft[] = [];
  for (const fold of folds) {
    const step = stepOf(state, fold(state));
    state = step.state;
    drafts.push(...step.drafts);
  }
  return { state, drafts };
}

export function stepOf<State>(before: State, outcome: Outcome<State>): Step<State> {
  if (isDrafts(outcome)) return { state: before, drafts: outcome as Draft[] };
  return { state: outcome.state ?? before, drafts: outcome.drafts as Draft[] };
}

function isDrafts<State>(outcome: Outcome<State>): outcome is readonly Draft[] {
  return Array.isArray(outcome);
}
