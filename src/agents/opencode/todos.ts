import type { PlanEntry } from '../../schema/index.js';
import { nothing } from '../kit/fold.js';
import { plan } from '../kit/notices.js';
import { at } from '../kit/record.js';
import { originOf } from './items.js';
import type { PropertiesOf } from './native.js';
import type { OpenCodeState, Outcome } from './state.js';

const statuses: Readonly<Record<string, PlanEntry['status']>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
};

/** The to-do list of a session, which the server sends as a whole, also if nothing has changed. */
export function todosUpdated(
  state: OpenCodeState,
  { eventID, sessionID, todos }: PropertiesOf<'todo.updated'>,
): Outcome {
  const entries = todos.flatMap(({ content, status, priority }): PlanEntry[] => {
    const known = at(statuses, status);
    // Entries that were cancelled are no longer part of the plan.
    return known === undefined ? [] : [{ content, status: known, priority }];
  });
  const list = JSON.stringify(entries);
  if (at(state.plans, sessionID) === list) return nothing;
  return {
    state: { ...state, plans: { ...state.plans, [sessionID]: list } },
    drafts: [plan({ ...originOf(state, sessionID, eventID), id: null }, entries)],
  };
}
