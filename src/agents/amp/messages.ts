import type { ContentPart, Draft } from '../../schema/index.js';
import type { AssistantBlock, ToolUse } from '../blocks.js';
import {
  callItem,
  completed,
  type MessageName,
  messageItem,
  started,
  thoughtItem,
  unknownItem,
} from './items.js';
import type { NativeOf } from './native.js';
import { type AmpState, andThen, at, newName, type Step, without } from './state.js';
import { addUsage, endTurn, ensureTurn } from './turns.js';

type Message = NativeOf<'assistant'>['message'];

/** A message of the model: its thoughts, its text, its tool calls; and the turn's end, where it is the last one. */
export function takeAssistant(state: AmpState, { message, parent_tool_use_id }: NativeOf<'assistant'>): Step {
  const thread = parent_tool_use_id ?? '';
  // A subagent that outlasts its turn begins no other: nothing would end it.
  const begun = thread === '' ? ensureTurn(state) : { state, drafts: [] };
  const step = andThen(begun, (state) => takeMessage(state, thread, message));
  // One that is not finished comes again, with all that it used.
  const usage = message.stop_reason === null ? {} : (message.usage ?? {});
  const used = { ...step, state: addUsage(step.state, usage) };
  if (thread !== '' || !isLast(message)) return used;
  const outcome = message.stop_reason === 'refusal' ? 'refused' : 'completed';
  const told = message.stop_reason == null ? {} : { stop_reason: message.stop_reason };
  return andThen(used, (state) => endTurn(state, outcome, told));
}

/**
 * Whether nothing follows. Amp does not say that a turn ended, but why the model stopped. Where even that is missing
 * (not null, which means that there is more to come), words without a tool call are the last ones.
 */
function isLast({ stop_reason, content }: Message): boolean {
  if (content.some(isCall)) return false;
  if (stop_reason === undefined) return textOf(content) !== '';
  return stop_reason !== null && stop_reason !== 'tool_use' && stop_reason !== 'pause_turn';
}

export function takeMessage(state: AmpState, thread: string, message: Message): Step {
  const { content } = message;
  const text = textOf(content);
  const { name, streamed, ...begun } = begin(state, thread, message.id ?? null, text);
  const drafts: Draft[] = [...begun.drafts];
  const thoughts = content.flatMap(thoughtOf);
  for (const [i, part] of thoughts.entries()) drafts.push(completed(thoughtItem(name.key, i + 1, [part])));
  const isFinished = message.stop_reason !== null;
  if (isFinished) drafts.push(completed({ ...messageItem(name), content: content.flatMap(wordsOf) }));
  else if (text !== streamed)
    drafts.push({ type: 'item.delta', key: name.key, delta: text.slice(streamed.length) });
  let { state: next } = begun;
  next = {
    ...next,
    unfinished: isFinished
      ? without(next.unfinished, thread)
      : { ...next.unfinished, [thread]: { id: name.id, key: name.key, text } },
  };
  for (const call of content.filter(isCall)) {
    const { id, name: tool, input } = call;
    next = { ...next, calls: { ...next.calls, [id]: { name: tool, input, message: name.key } } };
    drafts.push(completed(callItem(id, tool, input, name.key)));
  }
  for (const [i, block] of content.entries()) {
    if (block.type === 'other')
      drafts.push(completed(unknownItem(`${name.key}#other-${i}`, block.block, name.key)));
  }
  return { state: next, drafts };
}

/** The message's name: that of an unfinished one which it is more of, or a new one. */
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
  // Also one with an id gets a name of ours: nobody promised that an id comes in one line only.
  const { state: next, name: key } = newName(closed.state);
  const name = { key, id, thread };
  return { state: next, drafts: [...closed.drafts, started(messageItem(name))], name, streamed: '' };
}

/** An unfinished message that something else follows stays as it is. */
export function finish(state: AmpState, thread: string): Step {
  const before = at(state.unfinished, thread);
  if (!before) return { state, drafts: [] };
  return {
    state: { ...state, unfinished: without(state.unfinished, thread) },
    drafts: [completed(messageItem({ ...before, thread }))],
  };
}

const isCall = (block: AssistantBlock): block is ToolUse => block.type.endsWith('tool_use');

function wordsOf(block: AssistantBlock): ContentPart[] {
  return block.type === 'text' ? [{ type: 'text', text: block.text }] : [];
}

const textOf = (content: readonly AssistantBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

function thoughtOf(block: AssistantBlock): ContentPart[] {
  if (block.type === 'thinking') return [{ type: 'reasoning', text: block.thinking, visibility: 'public' }];
  return block.type === 'redacted_thinking' ? [{ type: 'reasoning', text: '', visibility: 'private' }] : [];
}
