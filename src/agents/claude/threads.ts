import { z } from 'zod';
import type { Draft } from '../../schema/index.js';
import { callKey } from '../kit/drafts.js';
import { type Outcome, stepOf } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { endMessage } from './messages.js';
import type { NativeOf } from './native.js';
import { type ClaudeState, MAIN, type Step, type SubAgent } from './state.js';

/**
 * Sub-agents. The CLI reports their lifecycle in `task_*` messages and puts their id on everything they say. Older versions
 * name only the tool call that started one: its id is the sub-agent's then, and its result the end.
 */

/** The fields that identify the sender of a line. */
interface Sender {
  parent_tool_use_id?: string | null | undefined;
  agent_id?: string | undefined;
}

/** The thread of a line: the sub-agent's id, or that of the main thread. */
export function threadOf(state: ClaudeState, { parent_tool_use_id: call, agent_id }: Sender): string {
  if (call == null) return agent_id === undefined ? MAIN : agent_id;
  return at(state.agentsByCall, call) ?? agent_id ?? call;
}

/** The thread of a request or a denial, which name the sub-agent or only the tool call. */
export function threadOfCall(state: ClaudeState, call: string | undefined, agentId?: string): string {
  return agentId ?? at(state.calls, call ?? '')?.thread ?? MAIN;
}

/** Marks what was drafted as the thread's, unless it is another's already. */
export function inThread(thread: string, outcome: Outcome<ClaudeState>, before: ClaudeState): Step {
  const { state, drafts } = stepOf(before, outcome);
  return { state, drafts: thread === MAIN ? drafts : drafts.map((draft) => ofThread(thread, draft)) };
}

function ofThread(thread: string, draft: Draft): Draft {
  switch (draft.type) {
    case 'item.started':
    case 'item.completed':
      return { ...draft, item: { thread, ...draft.item } };
    case 'permission.requested':
    case 'question.requested':
      return { thread, ...draft };
    default:
      return draft;
  }
}

/** Starts the sub-agent of a line, if no message of the CLI has. */
export function ensureAgent(
  state: ClaudeState,
  native: Sender & { task_description?: string | undefined },
): Step {
  const thread = threadOf(state, native);
  if (thread === MAIN || at(state.agents, thread) !== undefined) return { state, drafts: [] };
  const call = native.parent_tool_use_id ?? null;
  const input = inputOf(state, call);
  return startAgent(state, {
    thread,
    call,
    title: native.task_description ?? input.description ?? 'sub-agent',
    isBackground: input.run_in_background === true,
    hasTask: false,
  });
}

const AgentInput = z.object({
  description: z.string().optional(),
  run_in_background: z.boolean().optional(),
});

function inputOf(state: ClaudeState, call: string | null): z.infer<typeof AgentInput> {
  const parsed = AgentInput.safeParse(at(state.calls, call ?? '')?.input);
  return parsed.success ? parsed.data : {};
}

const AGENT_TOOLS: ReadonlySet<string> = new Set(['Agent', 'Task']);

/** Tasks are also background commands, and any command that runs for more than a few seconds. */
function isAgent(state: ClaudeState, native: NativeOf<'system/task_started'>): boolean {
  const { task_type, tool_use_id = '' } = native;
  return task_type === undefined
    ? AGENT_TOOLS.has(at(state.calls, tool_use_id)?.name ?? '')
    : task_type === 'local_agent';
}

/** Starts the sub-agent of a task; null if the task is none. */
export function startTask(state: ClaudeState, native: NativeOf<'system/task_started'>): Step | null {
  if (!isAgent(state, native)) return null;
  const { task_id, tool_use_id: call = null, description, is_backgrounded } = native;
  return startAgent(state, {
    thread: at(state.agentsByCall, call ?? '') ?? task_id,
    call,
    title: description,
    isBackground: is_backgrounded ?? inputOf(state, call).run_in_background === true,
    hasTask: true,
  });
}

interface Start {
  thread: string;
  call: string | null;
  title: string;
  isBackground: boolean;
  hasTask: boolean;
}

/** A sub-agent in the foreground ends with what it was started by: the turn, or another sub-agent. */
function startAgent(state: ClaudeState, { thread, call, title, isBackground, hasTask }: Start): Step {
  const starter = threadOfCall(state, call ?? undefined);
  const endsWithTurn = !isBackground && (at(state.agents, starter)?.endsWithTurn ?? true);
  const agent: SubAgent = { title, isRunning: true, endsWithTurn, hasTask };
  return {
    state: {
      ...state,
      agents: { ...state.agents, [thread]: agent },
      agentsByCall: call === null ? state.agentsByCall : { ...state.agentsByCall, [call]: thread },
    },
    drafts: [
      {
        type: 'thread.started',
        thread,
        title,
        ...(call === null ? {} : { call: callKey(call) }),
        ...(endsWithTurn ? { endsWithTurn } : {}),
      },
    ],
  };
}

export function moveToBackground(state: ClaudeState, thread: string): Step {
  const agent = at(state.agents, thread);
  if (!agent?.isRunning || !agent.endsWithTurn) return { state, drafts: [] };
  const agents = { ...state.agents, [thread]: { ...agent, endsWithTurn: false } };
  return { state: { ...state, agents }, drafts: [{ type: 'thread.started', thread, title: agent.title }] };
}

/** The sub-agent of a task; null if the task is none. */
export function agentOfTask(state: ClaudeState, task: { task_id: string; tool_use_id?: string | undefined }) {
  const thread = at(state.agentsByCall, task.tool_use_id ?? '') ?? task.task_id;
  return at(state.agents, thread) === undefined ? null : thread;
}

/** The sub-agent rests, or was cut off. Its last message is complete, as the CLI sends no part of one. */
export function endAgent(state: ClaudeState, thread: string, status: 'completed' | 'failed'): Step {
  const agent = at(state.agents, thread);
  if (!agent?.isRunning) return { state, drafts: [] };
  const ended = inThread(thread, endMessage(state, thread, true), state);
  return {
    state: {
      ...ended.state,
      threads: without(ended.state.threads, thread),
      agents: { ...state.agents, [thread]: { ...agent, isRunning: false } },
    },
    drafts: [...ended.drafts, { type: 'thread.ended', thread, status }],
  };
}

/** The result of the call that started a sub-agent ends it, unless the CLI reports its end or it runs in the background. */
export function endAgentOfCall(state: ClaudeState, call: string, isError: boolean): Step {
  const thread = at(state.agentsByCall, call);
  const agent = thread === undefined ? undefined : at(state.agents, thread);
  if (thread === undefined || agent === undefined || agent.hasTask) return { state, drafts: [] };
  if (inputOf(state, call).run_in_background === true) return { state, drafts: [] };
  return endAgent(state, thread, isError ? 'failed' : 'completed');
}

/** Whether a thread goes on when the turn ends. */
export function outlivesTurn(state: ClaudeState, thread: string): boolean {
  const agent = at(state.agents, thread);
  return agent?.isRunning === true && !agent.endsWithTurn;
}

/** The sub-agents in the foreground have ended with the turn. */
export function restAgents(agents: ClaudeState['agents']): ClaudeState['agents'] {
  return Object.fromEntries(
    Object.entries(agents).map(([thread, agent]) => [
      thread,
      agent.endsWithTurn ? { ...agent, isRunning: false } : agent,
    ]),
  );
}
