import type { Draft } from '../../schema/index.js';
import { type ToolResult, textOf } from '../kit/blocks.js';
import { completed } from '../kit/drafts.js';
import { follow } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { continuation } from './errors.js';
import { systemItem } from './items.js';
import { endMessage } from './messages.js';
import type { NativeOf } from './native.js';
import { planIn } from './plans.js';
import { requestFor, resolvedByResult } from './requests.js';
import { type ClaudeState, MAIN, type Step } from './state.js';
import { endAgentOfCall } from './threads.js';
import { resultItem } from './tools.js';

/** Messages with the role `user`: tool results, and text of the CLI itself. The human's own messages are not echoed. */
export function translateUser(state: ClaudeState, thread: string, native: NativeOf<'user'>): Step {
  const { content } = native.message;
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const results = blocks.filter((block) => block.type === 'tool_result');
  const text = textOf(blocks);
  return follow(
    state,
    (now) => endMessage(now, thread, false),
    ...results.map((block) => (now: ClaudeState) => translateToolResult(now, block, native)),
    (now) => (text === '' ? [] : translateText(now, thread, text, native)),
  );
}

function translateToolResult(state: ClaudeState, block: ToolResult, native: NativeOf<'user'>): Step {
  const id = block.tool_use_id;
  const { tool_use_result: report } = native;
  const call = at(state.calls, id);
  const item = resultItem(block, call, report, state.roots);
  const request = requestFor(state, id);
  const { state: ended, drafts } = endAgentOfCall(state, id, block.is_error === true);
  const planned = call === undefined ? { state: ended, drafts: [] } : planIn(ended, call, block, report);
  return {
    state: {
      ...planned.state,
      calls: without(state.calls, id),
      requests: request === null ? state.requests : without(state.requests, request.key),
    },
    drafts: [
      ...drafts,
      ...(request === null ? [] : [resolvedByResult(request, block.is_error === true)]),
      completed(item),
      ...planned.drafts,
    ],
  };
}

/** Announced already: as a setting of the session, or as a notice. */
const echoPattern = /^(Set model to|Compacted)\b/;

const commandOutputPattern = /<local-command-std(?:out|err)>([\s\S]*?)<\/local-command-std(?:out|err)>/g;

function translateText(state: ClaudeState, thread: string, text: string, native: NativeOf<'user'>): Step {
  const { uuid, isReplay, isSynthetic } = native;
  const systemText = (content: string): Draft[] =>
    content === '' ? [] : [completed(systemItem(uuid, content))];
  // A sub-agent's prompt is already in the arguments of its tool call.
  if (thread !== MAIN) return { state, drafts: [] };
  // An echo of the user's message, which the session has already recorded, or the output of a slash command.
  if (isReplay) {
    const output = [...text.matchAll(commandOutputPattern)].map(([, each]) => each).join('\n');
    return { state, drafts: echoPattern.test(output) ? [] : systemText(output) };
  }
  // The summary is for the model; readers have seen the conversation.
  if (isSynthetic && state.summaryDue) return { state: { ...state, summaryDue: false }, drafts: [] };
  const failure = isSynthetic ? continuation(text) : null;
  return { state, drafts: failure === null ? systemText(text) : [failure] };
}
