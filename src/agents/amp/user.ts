import { type ToolResult, textOf } from '../kit/blocks.js';
import { completed } from '../kit/drafts.js';
import { follow } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { userItem } from './items.js';
import { finish } from './messages.js';
import type { NativeOf } from './native.js';
import { resultItem } from './results.js';
import { type AmpState, newName, type Step } from './state.js';
import { todosWritten } from './todos.js';
import { ensureTurn } from './turns.js';

/** Messages with the role `user`: tool results, and echoes of the user's own messages. */
export function translateUser(state: AmpState, { message, parent_tool_use_id }: NativeOf<'user'>): Step {
  const thread = parent_tool_use_id ?? '';
  const results = message.content.filter((block) => block.type === 'tool_result');
  const text = textOf(message.content);
  return follow(
    state,
    (now) => finish(now, thread),
    ...results.map((block) => (now: AmpState) => translateToolResult(now, block)),
    // A sub-agent's prompt is already in the arguments of its tool call.
    (now) => (text === '' || thread !== '' ? [] : translateText(now, text)),
  );
}

export function translateToolResult(state: AmpState, block: ToolResult): Step {
  const { tool_use_id: id } = block;
  const call = at(state.calls, id);
  const result = resultItem(block, call, state.roots);
  return follow(
    state,
    (now) => ({ state: { ...now, calls: without(now.calls, id) }, drafts: [completed(result)] }),
    (now) => (call === undefined || result.status === 'failed' ? [] : todosWritten(now, id, call)),
  );
}

/** Drops echoes of our messages, to whose text Amp may have added; other messages come from other clients. */
export function translateText(state: AmpState, text: string): Step {
  const echoed = state.unechoed.findIndex((sent) => text.includes(sent));
  if (echoed >= 0) return { state: { ...state, unechoed: state.unechoed.toSpliced(echoed, 1) }, drafts: [] };
  return follow(state, ensureTurn, (now) => {
    const { state: next, name } = newName(now);
    return { state: next, drafts: [completed(userItem(name, text))] };
  });
}
