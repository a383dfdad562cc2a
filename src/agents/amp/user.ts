import type { ToolResult } from '../blocks.js';
import { completed, userItem } from './items.js';
import { finish } from './messages.js';
import type { NativeOf } from './native.js';
import { type AmpState, andThen, at, newName, type Step, without } from './state.js';
import { resultItem } from './tools.js';
import { ensureTurn } from './turns.js';

/** What comes in the user's name: results of tools, and what was said to Amp, which it sends back. */
export function takeUser(state: AmpState, { message, parent_tool_use_id }: NativeOf<'user'>): Step {
  const thread = parent_tool_use_id ?? '';
  let step = finish(state, thread);
  for (const block of message.content) {
    if (block.type === 'tool_result') step = andThen(step, (state) => takeToolResult(state, block));
  }
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  // A subagent's prompt stands in the arguments of its call.
  return text === '' || thread !== '' ? step : andThen(step, (state) => takeText(state, text));
}

export function takeToolResult(state: AmpState, block: ToolResult): Step {
  const { tool_use_id: id } = block;
  return {
    state: { ...state, calls: without(state.calls, id) },
    drafts: [completed(resultItem(block, at(state.calls, id)))],
  };
}

/** Our own words are known already; Amp may have added to them. */
export function takeText(state: AmpState, text: string): Step {
  const echoed = state.unechoed.findIndex((said) => text.includes(said));
  if (echoed >= 0) return { state: { ...state, unechoed: state.unechoed.toSpliced(echoed, 1) }, drafts: [] };
  return andThen(ensureTurn(state), (state) => {
    const { state: next, name } = newName(state);
    return { state: next, drafts: [completed(userItem(name, text))] };
  });
}
