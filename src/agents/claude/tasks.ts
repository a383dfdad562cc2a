import { callKey, completed } from '../kit/drafts.js';
import { inWords } from '../kit/title.js';
import { statusItem } from './items.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';
import { agentOfTask, endAgent, inThread, moveToBackground, startTask, threadOfCall } from './threads.js';

/** Tasks are sub-agents, background commands, and any command that runs for more than a few seconds. */

export function translateTaskStarted(state: ClaudeState, native: NativeOf<'system/task_started'>): Step {
  return startTask(state, native) ?? progress(state, native, 'Task started', native.description);
}

export function translateTaskProgress(state: ClaudeState, native: NativeOf<'system/task_progress'>): Step {
  return progress(state, native, 'Task progress', native.summary ?? native.description);
}

/** A sub-agent that moves to the background outlives the turn from now on. */
export function translateTaskUpdated(state: ClaudeState, native: NativeOf<'system/task_updated'>): Step {
  const thread = native.patch.is_backgrounded === true ? agentOfTask(state, native) : null;
  return thread === null ? { state, drafts: [] } : moveToBackground(state, thread);
}

/** The last words of a sub-agent are also the summary of its task, unless it failed. */
export function translateTaskEnded(state: ClaudeState, native: NativeOf<'system/task_notification'>): Step {
  const { status, summary } = native;
  const thread = agentOfTask(state, native);
  const hasFailed = status === 'failed' || status === 'stopped';
  if (thread === null) return progress(state, native, `Task ${inWords(status)}`, summary, hasFailed);
  const notices = status === 'failed' ? progress(state, native, 'Task failed', summary, true).drafts : [];
  const ended = endAgent(state, thread, hasFailed ? 'failed' : 'completed');
  return { state: ended.state, drafts: [...notices, ...ended.drafts] };
}

type Task = 'task_started' | 'task_progress' | 'task_notification';

/** A status item of the sub-agent, or of the thread that runs the command. */
function progress(
  state: ClaudeState,
  native: NativeOf<`system/${Task}`>,
  label: string,
  detail: string,
  failed = false,
): Step {
  const { uuid, tool_use_id } = native;
  const parent = tool_use_id === undefined ? undefined : callKey(tool_use_id);
  const thread = agentOfTask(state, native) ?? threadOfCall(state, tool_use_id);
  return inThread(thread, [completed(statusItem({ key: uuid, label, detail, parent, failed }))], state);
}
