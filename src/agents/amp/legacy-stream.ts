import { textOf } from '../kit/blocks.js';
import { completed } from '../kit/drafts.js';
import { follow } from '../kit/fold.js';
import { callItem } from './items.js';
import { translateMessage } from './messages.js';
import type { NativeOf } from './native.js';
import { type AmpState, newName, type Step } from './state.js';
import { ensureTurn } from './turns.js';
import { translateText, translateToolResult } from './user.js';

/** The older stream format: each line is a message, a call or a result, and `done` ends the turn. */

export function translateLegacyMessage(state: AmpState, { id, role, content }: NativeOf<'message'>): Step {
  const text = textOf(content);
  if (role === 'user') return translateText(state, text);
  return follow(state, ensureTurn, (now) => translateMessage(now, '', { id, content }));
}

export function translateLegacyCall(state: AmpState, { tool_call }: NativeOf<'tool_call'>): Step {
  const { id, name } = tool_call;
  const input = parseJson(tool_call.arguments);
  // No parent: the session machine attaches the call to the latest message.
  const call = { name, input, message: null, thread: '' };
  return follow(state, ensureTurn, (now) => ({
    state: { ...now, calls: { ...now.calls, [id]: call } },
    drafts: [completed(callItem(id, call, now.roots))],
  }));
}

export function translateLegacyResult(state: AmpState, native: NativeOf<'tool_result'>): Step {
  const { content = '', error, tool_call } = native;
  const id = tool_call?.id ?? native.id;
  const { state: next, name } = id == null ? newName(state) : { state, name: id };
  return translateToolResult(next, {
    type: 'tool_result',
    tool_use_id: name,
    content: error ?? (typeof content === 'string' ? content : JSON.stringify(content)),
    is_error: error != null,
  });
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
