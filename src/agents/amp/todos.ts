import { z } from 'zod';
import type { PlanEntry } from '../../schema/index.js';
import { plan } from '../kit/notices.js';
import { at } from '../kit/record.js';
import type { AmpState, PendingCall, Step } from './state.js';

const Todos = z.object({
  todos: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string().optional() })),
});

const statuses: Readonly<Record<string, PlanEntry['status']>> = {
  todo: 'pending',
  pending: 'pending',
  'in-progress': 'in_progress',
  in_progress: 'in_progress',
  completed: 'completed',
};

/** A call has changed the to-do list. A sub-agent's list is not that of the conversation. */
export function todosWritten(state: AmpState, id: string, { name, input, thread }: PendingCall): Step {
  const { data } = Todos.safeParse(input);
  if (name !== 'todo_write' || thread !== '' || data === undefined) return { state, drafts: [] };
  const entries = data.todos.flatMap(({ content, status, priority }): PlanEntry[] => {
    const known = at(statuses, status);
    return known === undefined
      ? []
      : [{ content, status: known, ...(priority === undefined ? {} : { priority }) }];
  });
  const list = JSON.stringify(entries);
  if (list === state.plan) return { state, drafts: [] };
  return { state: { ...state, plan: list }, drafts: [plan({ key: `${id}#plan` }, entries)] };
}
