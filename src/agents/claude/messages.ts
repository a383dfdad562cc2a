import type { Draft } from '../../schema/index.js';
import type { AssistantBlock, ToolUse } from '../blocks.js';
import {
  callItem,
  completed,
  messageItem,
  reasoning,
  started,
  statusItem,
  thoughtItem,
  thoughtKey,
} from './items.js';
import type { NativeOf } from './native.js';
import { at, type ClaudeState, type OpenMessage, type Step, without } from './state.js';

/**
 * A message comes twice where partial messages are on: as a stream, and as `assistant` lines of one block each, each
 * before the end of its block in the stream. The text is taken from whichever tells it first, and the message's item
 * stays open until the message is over, for only then is it known to have no more text.
 */

const fresh = { closed: false, cut: false, thoughts: 0, thought: null, call: null } as const;

/** `message_start`: whatever was open in the thread is over. */
export function beginStream(state: ClaudeState, thread: string, id: string): Step {
  const before = at(state.threads, thread);
  const step = endMessage(state, thread, true);
  return open(step, thread, { id, part: before?.id === id ? before.part + 1 : 1, streaming: true });
}

/** The open message with an id, opened if it is not: a line may be the first that tells of it. */
function ensure(state: ClaudeState, thread: string, id: string): Step & { message: OpenMessage } {
  const found = at(state.threads, thread);
  if (found?.id === id && !found.closed) return { state, drafts: [], message: found };
  // The part that was closed too early stays as it is; what is left of the message is not lost.
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
  const message = { ...fresh, id, key, part, streaming, fresh: false, unrepeated: 0 };
  return {
    state: withMessage(state, thread, message),
    drafts: [...drafts, started(messageItem(message, thread))],
  };
}

function withMessage(state: ClaudeState, thread: string, message: OpenMessage): ClaudeState {
  return { ...state, threads: { ...state.threads, [thread]: message } };
}

/** Ends a thread's open message with what is open in it. `streams`: also one that still streams, which was cut then. */
export function endMessage(state: ClaudeState, thread: string, streams: boolean): Step {
  const message = at(state.threads, thread);
  if (!message || message.closed || (message.streaming && !streams)) return { state, drafts: [] };
  const drafts: Draft[] = [];
  if (message.thought !== null)
    drafts.push(completed({ ...thoughtItem(message.thought, message), status: 'failed' }));
  if (message.call !== null)
    drafts.push(
      completed({ ...callItem(message.call.id, message.call.name, {}, message.key), status: 'failed' }),
    );
  const cut = message.cut || message.streaming;
  drafts.push(completed({ ...messageItem(message, thread), ...(cut ? { status: 'failed' } : {}) }));
  const closed = { ...message, closed: true, streaming: false, thought: null, call: null };
  return { state: withMessage(state, thread, closed), drafts };
}

/** Ends what is open in all threads; subagents in the background may go on. */
export function endMessages(state: ClaudeState): Step {
  let step: Step = { state, drafts: [] };
  for (const thread of Object.keys(state.threads)) {
    const { state, drafts } = endMessage(step.state, thread, true);
    step = { state, drafts: [...step.drafts, ...drafts] };
  }
  return { state: { ...step.state, threads: without(step.state.threads, '') }, drafts: step.drafts };
}

/** A subagent has come to its end: its thread is forgotten. */
export function endThread(state: ClaudeState, thread: string): Step {
  const step = endMessage(state, thread, true);
  return { state: { ...step.state, threads: without(step.state.threads, thread) }, drafts: step.drafts };
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
      const next = withMessage(state, thread, { ...message, fresh: true });
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
        drafts: [started(callItem(id, name, {}, message.key))],
      };
    }
    default:
      // Others come whole in their `assistant` line.
      return { state, drafts: [] };
  }
}

export function streamText(state: ClaudeState, thread: string, delta: string): Step {
  const message = at(state.threads, thread);
  if (!message?.streaming) return { state, drafts: [] };
  const drafts: Draft[] = [{ type: 'item.delta', key: message.key, delta }];
  if (!message.fresh) return { state, drafts };
  const next = { ...message, fresh: false, unrepeated: message.unrepeated + 1 };
  return { state: withMessage(state, thread, next), drafts };
}

export function streamThought(state: ClaudeState, thread: string, delta: string): Step {
  const key = at(state.threads, thread)?.thought;
  return { state, drafts: key ? [{ type: 'item.delta', key, delta }] : [] };
}

/** An `assistant` line of the model. */
export function takeAssistant(state: ClaudeState, native: NativeOf<'assistant'>): Step {
  const thread = native.parent_tool_use_id ?? '';
  let { drafts, message, ...step } = ensure(state, thread, native.message.id);
  if (native.aborted) message = { ...message, cut: true };
  let next = withMessage(step.state, thread, message);
  for (const block of native.message.content) {
    const taken = takeBlock(next, thread, next.threads[thread]!, block, native.uuid);
    next = taken.state;
    drafts = [...drafts, ...taken.drafts];
  }
  return { state: next, drafts };
}

function takeBlock(
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
      return { state, drafts: [{ type: 'item.delta', key: message.key, delta: block.text }] };
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
      return takeCall(state, thread, message, block);
    case 'other': {
      const { type } = block.block;
      const item = statusItem({ key: `${uuid}#${type}`, label: type, parent: message.key });
      const content = [{ type: 'json' as const, json: JSON.parse(JSON.stringify(block.block)) }];
      return { state, drafts: [completed({ ...item, kind: 'unknown', role: 'assistant', content })] };
    }
  }
}

function takeCall(state: ClaudeState, thread: string, message: OpenMessage, call: ToolUse): Step {
  const { id, name, input } = call;
  const next = message.call?.id === id ? { ...message, call: null } : message;
  const pending = { name, input, message: message.key, thread };
  return {
    state: { ...withMessage(state, thread, next), calls: { ...state.calls, [id]: pending } },
    drafts: [completed(callItem(id, name, input, message.key))],
  };
}
