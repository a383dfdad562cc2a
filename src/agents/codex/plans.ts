import type { PlanEntry } from '../../schema/index.js';
import { nothing, type Outcome } from '../kit/fold.js';
import { plan } from '../kit/notices.js';
import { at } from '../kit/record.js';
import { digestOf, isSame } from './digest.js';
import type { ParamsOf } from './native.js';
import { type NotePlace, note } from './notes.js';
import type { CodexState } from './state.js';

const statuses: ReadonlyMap<string, PlanEntry['status']> = new Map([
  ['inProgress', 'in_progress'],
  ['completed', 'completed'],
]);

/** The steps of the `update_plan` tool, which has no item of its own. */
export function planUpdated(
  { threadId, turnId, explanation, plan: steps }: ParamsOf<'turn/plan/updated'>,
  state: CodexState,
): Outcome<CodexState> {
  const entries = steps.map(({ step, status }): PlanEntry => {
    return { content: step, status: statuses.get(status) ?? 'pending' };
  });
  return planned(state, { threadId, scope: turnId }, entries, explanation);
}

/** The numbered steps of a plan that is proposed as a text. */
export function planProposed(state: CodexState, place: NotePlace, text: string): Outcome<CodexState> {
  const steps = [...text.matchAll(/^\d+[.)] +(\S.*)$/gm)];
  const entries = steps.map(([, step]): PlanEntry => ({ content: step!.trim(), status: 'pending' }));
  return entries.length === 0 ? nothing : planned(state, place, entries);
}

function planned(
  state: CodexState,
  place: NotePlace,
  entries: readonly PlanEntry[],
  explanation?: string | null,
): Outcome<CodexState> {
  const thread = place.threadId ?? '';
  const digest = digestOf(JSON.stringify(entries));
  if (isSame(at(state.plans, thread), digest)) return nothing;
  return note({ ...state, plans: { ...state.plans, [thread]: digest } }, place, (origin) =>
    plan(origin, entries, explanation),
  );
}
