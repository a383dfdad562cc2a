import { z } from 'zod';
import type { Draft, PlanEntry } from '../../schema/index.js';
import { resultText, type ToolResult } from '../kit/blocks.js';
import { plan } from '../kit/notices.js';
import { at, defined, without } from '../kit/record.js';
import { type ClaudeState, initial, MAIN, type PendingCall, type Step } from './state.js';

/**
 * Two sets of tools keep lists: `TodoWrite` replaces a list, and every sub-agent has its own; the task tools change one
 * entry of a list that the whole session shares, so it is kept here.
 */

const status = z.enum(['pending', 'in_progress', 'completed']).catch('pending');
const TodoInput = z.object({
  todos: z.array(z.object({ content: z.string(), status, priority: z.string().optional() })),
});

const TaskInput = z.object({
  taskId: z.coerce.string().optional(),
  subject: z.string().optional(),
  status: z.string().optional(),
});
/** The CLI's structured results, which those of sub-agents lack. */
const TaskReport = z.object({ task: z.object({ id: z.string() }) });
const UpdateReport = z.object({ success: z.boolean() });
const ListReport = z.object({ tasks: z.array(z.object({ id: z.string(), subject: z.string(), status })) });

/** The notice that follows from the result of a tool, if it has changed a list. */
export function planIn(state: ClaudeState, call: PendingCall, result: ToolResult, report: unknown): Step {
  if (result.is_error) return { state, drafts: [] };
  if (call.name === 'TodoWrite') return replaceTodos(state, call, result.tool_use_id);
  const tasks = tasksAfter(state.tasks, call, resultText(result.content), report);
  return tasks === state.tasks ? { state, drafts: [] } : changeTasks(state, tasks, call, result.tool_use_id);
}

function replaceTodos(state: ClaudeState, call: PendingCall, id: string): Step {
  const parsed = TodoInput.safeParse(call.input);
  if (!parsed.success) return { state, drafts: [] };
  const entries = parsed.data.todos.map((todo): PlanEntry => ({ ...todo }));
  return announce(state, call.thread, entries, plan({ key: keyOf(id), parent: call.message }, entries));
}

function changeTasks(state: ClaudeState, tasks: ClaudeState['tasks'], call: PendingCall, id: string): Step {
  const next = { ...state, tasks };
  if (!tasks.isWhole) return { state: next, drafts: [] };
  const entries = Object.values(tasks.entries);
  const isOwn = call.thread === MAIN;
  const draft = plan({ key: keyOf(id), ...(isOwn ? { parent: call.message } : {}) }, entries);
  return announce(next, MAIN, entries, inMainThread(draft));
}

const keyOf = (call: string) => `${call}#plan`;

/** The shared list belongs to the main thread, also if a sub-agent changes it. */
function inMainThread(draft: Draft): Draft {
  return draft.type === 'item.completed' ? { ...draft, item: { ...draft.item, thread: null } } : draft;
}

function announce(state: ClaudeState, thread: string, entries: readonly PlanEntry[], draft: Draft): Step {
  const announced = JSON.stringify(entries);
  if ((at(state.plans, thread) ?? '[]') === announced) return { state, drafts: [] };
  return { state: { ...state, plans: { ...state.plans, [thread]: announced } }, drafts: [draft] };
}

type Tasks = ClaudeState['tasks'];

/** The list after a call; the same object if it did not change. */
function tasksAfter(tasks: Tasks, { name, input }: PendingCall, text: string, report: unknown): Tasks {
  switch (name) {
    case 'TaskCreate':
      return afterCreate(tasks, input, text, report);
    case 'TaskUpdate':
      return afterUpdate(tasks, input, text, report);
    case 'TaskList':
      return afterList(tasks, report);
    default:
      return tasks;
  }
}

/** A resumed session may have tasks from before. Task 1 is always the first. */
function afterCreate(tasks: Tasks, input: unknown, text: string, report: unknown): Tasks {
  const reported = TaskReport.safeParse(report);
  const id = reported.success ? reported.data.task.id : /^Task #(\S+) created/.exec(text)?.[1];
  const subject = TaskInput.safeParse(input).data?.subject;
  if (id === undefined || subject === undefined) return tasks;
  const entry: PlanEntry = { content: subject, status: 'pending' };
  return { isWhole: tasks.isWhole || id === '1', entries: { ...tasks.entries, [id]: entry } };
}

function afterUpdate(tasks: Tasks, input: unknown, text: string, report: unknown): Tasks {
  const reported = UpdateReport.safeParse(report);
  const isDone = reported.success ? reported.data.success : text.startsWith('Updated task');
  const { taskId: id, subject: content, status: state } = TaskInput.safeParse(input).data ?? {};
  const before = id === undefined ? undefined : at(tasks.entries, id);
  if (!isDone || id === undefined || before === undefined) return tasks;
  if (state === 'deleted') return { ...tasks, entries: without(tasks.entries, id) };
  const changes = defined({ content, status: state === undefined ? undefined : status.parse(state) });
  return { ...tasks, entries: { ...tasks.entries, [id]: { ...before, ...changes } } };
}

function afterList(tasks: Tasks, report: unknown): Tasks {
  const reported = ListReport.safeParse(report);
  if (!reported.success) return tasks;
  const entries = reported.data.tasks.map(({ id, subject, status }) => [id, { content: subject, status }]);
  return { isWhole: true, entries: Object.fromEntries(entries) };
}

/** A new conversation begins without a list. */
export function clearPlans(state: ClaudeState, uuid: string): Step {
  const cleared = { ...state, tasks: initial.tasks };
  return announce(cleared, MAIN, [], plan({ key: keyOf(uuid) }, []));
}
