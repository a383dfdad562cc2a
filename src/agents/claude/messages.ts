import type { Draft } from '../../schema/index.js';
import type { AssistantBlock, ToolUse } from '../kit/blocks.js';
import { completed, failed, started, delta as textDelta } from '../kit/drafts.js';
import { follow } from '../kit/fold.js';
import { at } from '../kit/record.js';
import { callItem, messageItem, reasoning, statusItem, thoughtItem, thoughtKey } from './items.js';
import type { NativeOf } from './native.js';
import { type ClaudeState, MAIN, type MessageUsage, type OpenMessage, type Step } from './state.js';

/**
 * With partial messages enabled, every message arrives twice: as a stream, and as `assistant` lines of one block each,
 * each before the end of its block in the stream. Text is taken from whichever has it first. The message's item stays
 * open until the message ends, because only then is its text known to be complete.
 */

const emptyMessage = { closed: false, cut: false, thoughts: 0, thought: null, call: null } as const;

/** `message_start` ends whatever was open in the thread. */
export function beginStream(state: ClaudeState, thread: string, id: string): Step {
  const before = at(state.threads, thread);
  const step = endMessage(state, thread, true);
  return open(step, thread, { id, part: before?.id === id ? before.part + 1 : 1, streaming: true });
}

/** Returns the open message with this id, and opens it if the stream has not. */
function ensure(state: ClaudeState, thread: string, id: string): Step & { message: OpenMessage } {
  const found = at(state.threads, thread);
  if (found?.id === id && !found.closed) return { state, drafts: [], message: found };
  // A message that was closed too early continues in another item.
  const part = found?.id === id ? found.part + 1 : 1;
  const step = open(endMessage(state, thread, true), thread, { id, part, streaming: false });
  return { ...step, message: step.state.threads[thread]! };
}

function open(
  { state, drafts }: Step,
  thread: string,
  { id, part, streaming }: Pick<OpenMessage, 'id' | 'part' | 'streaming'>,
): Step {
  const key = part === 1 ? id : `${id}#${part}`;
  const message = { ...emptyMessage, id, key, part, streaming, isEmptyBlock: false, unrepeated: 0 };
  return {
    state: withMessage(state, thread, message),
    drafts: [...drafts, started(messageItem(message))],
  };
}

function withMessage(state: ClaudeState, thread: string, message: OpenMessage): ClaudeState {
  return { ...state, threads: { ...state.threads, [thread]: message } };
}

/** Ends a thread's open message with everything open in it. A message that is still streaming is only ended if `force`. */
export function endMessage(state: ClaudeState, thread: string, force: boolean): Step {
  const message = at(state.threads, thread);
  if (!message || message.closed || (message.streaming && !force)) return { state, drafts: [] };
  const drafts: Draft[] = [];
  const { thought, call, key } = message;
  if (thought !== null) drafts.push(failed(thoughtItem(thought, message)));
  if (call !== null) drafts.push(failed(callItem({ ...call, input: {}, parent: key }, state.roots)));
  const end = message.cut || message.streaming ? failed : completed;
  drafts.push(end(messageItem(message)));
  const closed = { ...message, closed: true, streaming: false, thought: null, call: null };
  return { state: withMessage(state, thread, closed), drafts };
}

export function endStream(state: ClaudeState, thread: string, cut: boolean): Step {
  const message = at(state.threads, thread);
  if (!message?.streaming) return { state, drafts: [] };
  const stopped = { ...message, streaming: false, cut: message.cut || cut };
  return endMessage(withMessage(state, thread, stopped), thread, true);
}

type BlockStart = NativeOf<'stream_event/content_block_start'>['event']['content_block'];

export function beginBlock(state: ClaudeState, thread: string, block: BlockStart): Step {
  const message = at(state.threads, thread);
  if (!message?.streaming) return { state, drafts: [] };
  switch (block.type) {
    case 'text': {
      const next = withMessage(state, thread, { ...message, isEmptyBlock: true });
      return block.text ? streamText(next, thread, block.text) : { state: next, drafts: [] };
    }
    case 'thinking': {
      const key = thoughtKey(message, message.thoughts + 1);
      const next = { ...message, thoughts: message.thoughts + 1, thought: key };
      return {
        state: withMessage(state, thread, next),
        drafts: [started({ ...thoughtItem(key, message), content: reasoning(block.thinking ?? '') })],
      };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const { id, name } = block;
      if (id === undefined || name === undefined) return { state, drafts: [] };
      return {
        state: withMessage(state, thread, { ...message, call: { id, name } }),
        drafts: [started(callItem({ id, name, input: {}, parent: message.key }, state.roots))],
      };
    }
    default:
      // Other blocks arrive complete in their `assistant` line.
      return { state, drafts: [] };
  }
}

export function streamText(state: ClaudeState, thread: string, delta: string): Step {
  const message = at(state.threads, thread);
  if (!message?.streaming) return { state, drafts: [] };
  const drafts = [textDelta(message.key, delta)];
  if (!message.isEmptyBlock) return { state, drafts };
  const next = { ...message, isEmptyBlock: false, unrepeated: message.unrepeated + 1 };
  return { state: withMessage(state, thread, next), drafts };
}

export function streamThought(state: ClaudeState, thread: string, delta: string): Step {
  const key = at(state.threads, thread)?.thought;
  return { state, drafts: key ? [textDelta(key, delta)] : [] };
}

export function translateAssistant(before: ClaudeState, thread: string, native: NativeOf<'assistant'>): Step {
  const state = thread === MAIN ? answered(before, native) : before;
  const { message, ...opened } = ensure(state, thread, native.message.id);
  const cut = native.aborted ? { ...message, cut: true } : message;
  const blocks = native.message.content.map(
    (block) => (now: ClaudeState) => translateBlock(now, thread, now.threads[thread]!, block, native.uuid),
  );
  return follow(
    state,
    () => ({ state: withMessage(opened.state, thread, cut), drafts: opened.drafts }),
    ...blocks,
  );
}

/** The usage is not final, but for a message that was not streamed it is all there is. */
function answered(state: ClaudeState, { message: { model, usage } }: NativeOf<'assistant'>): ClaudeState {
  return { ...state, answeredBy: model, mainUsage: usage ?? state.mainUsage };
}

/** The final usage of a message. */
export function measure(state: ClaudeState, thread: string, usage: MessageUsage | undefined): Step {
  if (thread !== MAIN || usage === undefined) return { state, drafts: [] };
  return { state: { ...state, mainUsage: { ...state.mainUsage, ...usage } }, drafts: [] };
}

function translateBlock(
  state: ClaudeState,
  thread: string,
  message: OpenMessage,
  block: AssistantBlock,
  uuid: string,
): Step {
  switch (block.type) {
    case 'text': {
      if (message.unrepeated > 0)
        return {
          state: withMessage(state, thread, { ...message, unrepeated: message.unrepeated - 1 }),
          drafts: [],
        };
      return { state, drafts: [textDelta(message.key, block.text)] };
    }
    case 'thinking':
    case 'redacted_thinking': {
      const streamed = block.type === 'thinking' ? message.thought : null;
      const number = streamed === null ? message.thoughts + 1 : message.thoughts;
      const key = streamed ?? thoughtKey(message, number);
      const content = block.type === 'thinking' ? reasoning(block.thinking) : reasoning('', 'private');
      const next = { ...message, thoughts: number, thought: streamed === null ? message.thought : null };
      return {
        state: withMessage(state, thread, next),
        drafts: [completed({ ...thoughtItem(key, message), content })],
      };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return translateCall(state, thread, message, block);
    case 'other': {
      const { type } = block.block;
      const item = statusItem({ key: `${uuid}#${type}`, label: type, parent: message.key });
      const content = [{ type: 'json' as const, json: JSON.parse(JSON.stringify(block.block)) }];
      return { state, drafts: [completed({ ...item, kind: 'unknown', role: 'assistant', content })] };
    }
  }
}

function translateCall(state: ClaudeState, thread: string, message: OpenMessage, call: ToolUse): Step {
  const { id, name, input } = call;
  const next = message.call?.id === id ? { ...message, call: null } : message;
  const pending = { name, input, message: message.key, thread };
  return {
    state: { ...withMessage(state, thread, next), calls: { ...state.calls, [id]: pending } },
    drafts: [completed(callItem({ id, name, input, parent: message.key }, state.roots))],
  };
}
