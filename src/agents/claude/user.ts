import type { Draft } from '../../schema/index.js';
import type { ToolResult } from '../blocks.js';
import { completed, systemItem } from './items.js';
import { endMessage, endThread } from './messages.js';
import type { NativeOf } from './native.js';
import { settle } from './requests.js';
import { at, type ClaudeState, type Step, without } from './state.js';
import { resultItem } from './tools.js';

/** What the CLI sends in the user's name: results of tools, and its own words. The human's are never sent back. */
export function takeUser(state: ClaudeState, native: NativeOf<'user'>): Step {
  const thread = native.parent_tool_use_id ?? '';
  const { content } = native.message;
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  let step = endMessage(state, thread, false);
  for (const block of blocks) {
    if (block.type === 'tool_result') step = then(step, takeToolResult(step.state, block, native));
  }
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return text === '' ? step : then(step, takeText(step.state, text, native));
}

function then(before: Step, after: Step): Step {
  return { state: after.state, drafts: [...before.drafts, ...after.drafts] };
}

function takeToolResult(state: ClaudeState, block: ToolResult, native: NativeOf<'user'>): Step {
  const id = block.tool_use_id;
  const item = resultItem(block, at(state.calls, id), native.tool_use_result);
  const settled = settle(state, id, block.is_error === true);
  // The result of a subagent's call ends the subagent, unless it works in the background and has not begun.
  const step = endThread(state, id);
  return {
    state: { ...step.state, calls: without(state.calls, id), asks: without(state.asks, id) },
    drafts: [...step.drafts, ...settled, completed(item)],
  };
}

const commandOutput = /<local-command-std(?:out|err)>([\s\S]*?)<\/local-command-std(?:out|err)>/g;

function takeText(state: ClaudeState, text: string, native: NativeOf<'user'>): Step {
  const { uuid, parent_tool_use_id, isReplay, isSynthetic } = native;
  const say = (words: string): Draft[] => (words === '' ? [] : [completed(systemItem(uuid, words))]);
  // A subagent's prompt stands in the arguments of its call.
  if (parent_tool_use_id != null) return { state, drafts: [] };
  // An echo of the user's message, which the session has written already; or the output of a command.
  if (isReplay)
    return { state, drafts: say([...text.matchAll(commandOutput)].map(([, output]) => output).join('\n')) };
  // The model is told what was said before; the reader has seen it.
  if (isSynthetic && state.summaryDue) return { state: { ...state, summaryDue: false }, drafts: [] };
  return { state, drafts: say(text) };
}
