import type { ContentPart, Draft } from '../../schema/index.js';
import type { AssistantBlock, ToolUse } from '../kit/blocks.js';
import { completed, delta, started, unknown } from '../kit/drafts.js';
import { follow } from '../kit/fold.js';
import { at, defined, without } from '../kit/record.js';
import { callItem, type MessageName, messageItem, thoughtItem } from './items.js';
import type { NativeOf } from './native.js';
import { type AmpState, newName, type Step } from './state.js';
import { addUsage, endTurn, ensureTurn } from './turns.js';

type Message = NativeOf<'assistant'>['message'];

/** A model message with its reasoning, text and tool calls. The last message of a turn also ends the turn. */
export function translateAssistant(
  state: AmpState,
  { message, parent_tool_use_id }: NativeOf<'assistant'>,
): Step {
  const thread = parent_tool_use_id ?? '';
  const { stop_reason } = message;
  // An unfinished message is sent again with its full usage.
  const usage = stop_reason === null ? {} : (message.usage ?? {});
  const outcome = stop_reason === 'refusal' ? 'refused' : 'completed';
  return follow(
    state,
    // A sub-agent that outlives its turn must not start a turn: nothing would end it.
    (now) => (thread === '' ? ensureTurn(now) : []),
    (now) => translateMessage(now, thread, message),
    (now) => ({ state: addUsage(now, usage), drafts: [] }),
    (now) => (thread === '' ? { state: { ...now, model: message.model ?? now.model }, drafts: [] } : []),
    (now) => (thread === '' && isLast(message) ? endTurn(now, outcome, defined({ stop_reason })) : []),
  );
}

/**
 * Amp reports no end of a turn, only the model's stop reason. `null` means that the message is not complete. If the field
 * is missing altogether, a message with text and no tool call is taken for the last one.
 */
function isLast({ stop_reason, content }: Message): boolean {
  if (content.some(isCall)) return false;
  if (stop_reason === undefined) return textOf(content) !== '';
  return stop_reason !== null && stop_reason !== 'tool_use' && stop_reason !== 'pause_turn';
}

export function translateMessage(state: AmpState, thread: string, message: Message): Step {
  const { content } = message;
  const text = textOf(content);
  const { name, streamed, ...begun } = begin(state, thread, message.id ?? null, text);
  const drafts: Draft[] = [...begun.drafts];
  const thoughts = content.flatMap(thoughtOf);
  for (const [i, part] of thoughts.entries()) drafts.push(completed(thoughtItem(name.key, i + 1, [part])));
  const isFinished = message.stop_reason !== null;
  if (isFinished) drafts.push(completed({ ...messageItem(name), content: content.flatMap(textPart) }));
  else if (text !== streamed) drafts.push(delta(name.key, text.slice(streamed.length)));
  let { state: next } = begun;
  next = {
    ...next,
    unfinished: isFinished
      ? without(next.unfinished, thread)
      : { ...next.unfinished, [thread]: { id: name.id, key: name.key, text } },
  };
  for (const call of content.filter(isCall)) {
    const pending = { name: call.name, input: call.input, message: name.key, thread };
    next = { ...next, calls: { ...next.calls, [call.id]: pending } };
    drafts.push(completed(callItem(call.id, pending, next.roots)));
  }
  for (const [i, block] of content.entries()) {
    if (block.type === 'other')
      drafts.push(completed(unknown({ key: `${name.key}#other-${i}`, parent: name.key }, block.block)));
  }
  return { state: next, drafts };
}

/** Continues the thread's unfinished message if this is more of it; otherwise begins a new one. */
function begin(
  state: AmpState,
  thread: string,
  id: string | null,
  text: string,
): Step & { name: MessageName; streamed: string } {
  const before = at(state.unfinished, thread);
  if (before && before.id === id && text.startsWith(before.text))
    return { state, drafts: [], name: { ...before, thread }, streamed: before.text };
  const closed = finish(state, thread);
  // Native ids are not used as keys: several lines may carry the same one.
  const { state: next, name: key } = newName(closed.state);
  const name = { key, id, thread };
  return { state: next, drafts: [...closed.drafts, started(messageItem(name))], name, streamed: '' };
}

/** Completes the thread's unfinished message with the text it has so far. */
export function finish(state: AmpState, thread: string): Step {
  const before = at(state.unfinished, thread);
  if (!before) return { state, drafts: [] };
  return {
    state: { ...state, unfinished: without(state.unfinished, thread) },
    drafts: [completed(messageItem({ ...before, thread }))],
  };
}

const isCall = (block: AssistantBlock): block is ToolUse => block.type.endsWith('tool_use');

function textPart(block: AssistantBlock): ContentPart[] {
  return block.type === 'text' ? [{ type: 'text', text: block.text }] : [];
}

const textOf = (content: readonly AssistantBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

function thoughtOf(block: AssistantBlock): ContentPart[] {
  if (block.type === 'thinking') return [{ type: 'reasoning', text: block.thinking, visibility: 'public' }];
  return block.type === 'redacted_thinking' ? [{ type: 'reasoning', text: '', visibility: 'private' }] : [];
}
