import { callItem, completed } from './items.js';
import { takeMessage } from './messages.js';
import type { NativeOf } from './native.js';
import { type AmpState, andThen, newName, type Step } from './state.js';
import { ensureTurn } from './turns.js';
import { takeText, takeToolResult } from './user.js';

/** The older form of the stream: a line is a message or a call, and `done` is the end. */

export function takeOlderMessage(state: AmpState, { id, role, content }: NativeOf<'message'>): Step {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (role === 'user') return takeText(state, text);
  return andThen(ensureTurn(state), (state) => takeMessage(state, '', { id, content }));
}

export function takeOlderCall(state: AmpState, { tool_call }: NativeOf<'tool_call'>): Step {
  const { id, name } = tool_call;
  const input = parsed(tool_call.arguments);
  return andThen(ensureTurn(state), (state) => ({
    // It belongs to the latest message, which the machine knows.
    state: { ...state, calls: { ...state.calls, [id]: { name, input, message: null } } },
    drafts: [completed(callItem(id, name, input, null))],
  }));
}

export function takeOlderResult(state: AmpState, native: NativeOf<'tool_result'>): Step {
  const { content = '', error, tool_call } = native;
  const named = tool_call?.id ?? native.id;
  const { state: next, name } = named == null ? newName(state) : { state, name: named };
  return takeToolResult(next, {
    type: 'tool_result',
    tool_use_id: name,
    content: error ?? (typeof content === 'string' ? content : JSON.stringify(content)),
    is_error: error != null,
  });
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
