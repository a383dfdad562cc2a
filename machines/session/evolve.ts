import type { EventSource, UniversalEvent, UniversalItem, Usage } from '../../src/schema/index.js';
import type { OpenItem, OpenTurn, Projection, RunningThread, SessionContext } from './context.js';
import { without } from './dictionary.js';
import type { Digest } from './digest.js';
import { factsIn } from './facts.js';
import { get, put } from './ledger.js';
import { itemAt, itemById, withOpenItem, withoutItemAt } from './open-items.js';
import { noText, sizeWith } from './text-size.js';

/** An event to apply to the context: freshly decided, or replayed from the log. */
export interface Entry {
  type: UniversalEvent['type'];
  event: UniversalEvent;
  /** The native payload's JSON text. */
  raw: string | null;
  /** The translator's key for the item or request; unknown in a replay. */
  key?: string;
  /** Of a piece of a long text: the text before it; unknown in a replay. */
  before?: Digest;
}

/** The context after one more event. The change depends on nothing but the event and the context. */
export function evolve(context: SessionContext, entry: Entry): SessionContext {
  const { event } = entry;
  return {
    ...context,
    sequence: event.sequence,
    time: event.time,
    nativeSessionId: event.native_session_id,
    ...change(context, entry),
    ...factsIn(event, context),
  };
}

function change(context: SessionContext, { event, key, before }: Entry): Partial<Projection> {
  switch (event.type) {
    case 'session.started':
      return { started: true };
    case 'session.ended':
      return { ended: event.data };
    case 'turn.started':
      return {
        turn: { id: event.data.turn_id, user: null, assistant: null },
        turns: context.turns + 1,
        overflowed: false,
      };
    case 'turn.ended': {
      const { usage, cost_usd } = event.data.metadata;
      return {
        turn: null,
        usage: usage ? addUsage(context.usage, usage) : context.usage,
        costUsd: context.costUsd + (cost_usd ?? 0),
      };
    }
    case 'item.started': {
      const { item } = event.data;
      return { ...itemStarted(context, item, key, before), ...threadStarted(context, item, event) };
    }
    case 'item.delta': {
      const item = key === undefined ? itemById(context.open, event.data.item_id) : itemAt(context.open, key);
      if (!item) return {};
      const { delta } = event.data;
      const grown = { ...item, text: item.text + delta, size: sizeWith(item.size, delta) };
      return { open: withOpenItem(context.open, grown) };
    }
    case 'item.completed':
      return itemCompleted(context, event.data.item, key);
    case 'permission.requested':
      return {
        requests: context.requests + 1,
        pending: {
          ...context.pending,
          [event.data.permission_id]: {
            kind: 'permission',
            key: key ?? '',
            sequence: event.sequence,
            data: event.data,
          },
        },
      };
    case 'question.requested':
      return {
        requests: context.requests + 1,
        pending: {
          ...context.pending,
          [event.data.question_id]: {
            kind: 'question',
            key: key ?? '',
            sequence: event.sequence,
            data: event.data,
          },
        },
      };
    case 'permission.resolved':
      return { pending: without(context.pending, event.data.permission_id) };
    case 'question.resolved':
      return { pending: without(context.pending, event.data.question_id) };
    case 'error':
      return isOverflow(event, OVERFLOW) ? { overflowed: true } : {};
    case 'agent.unparsed':
      return {};
  }
}

function itemStarted(
  context: SessionContext,
  item: UniversalItem,
  given: string | undefined,
  before: Digest | null = null,
): Partial<Projection> {
  const key = given ?? item.item_id;
  const opened: OpenItem = {
    id: item.item_id,
    number: context.items + 1,
    key,
    native: item.native_item_id,
    parent: item.parent_id,
    thread: item.thread_id ?? null,
    continues: item.continues ?? null,
    kind: item.kind,
    role: item.role,
    content: item.content,
    text: '',
    size: noText,
    before,
  };
  let keys = put(context.keys, key, item.item_id);
  // A replay does not know the translator's key; the provider's own id is the best approximation.
  if (given === undefined && item.native_item_id !== null)
    keys = put(keys, item.native_item_id, item.item_id);
  return {
    items: context.items + 1,
    open: withOpenItem(context.open, opened),
    keys,
    turn: context.turn && turnWith(context.turn, opened),
    threads: threadsWith(context.threads, opened),
    lastMessage: isSpeech(opened) ? opened.id : context.lastMessage,
  };
}

function itemCompleted(context: SessionContext, item: UniversalItem, given?: string): Partial<Projection> {
  const key = given ?? itemById(context.open, item.item_id)?.key;
  let { calls } = context;
  for (const part of item.content) {
    if (part.type === 'tool_call') calls = put(calls, part.call_id, item.item_id);
  }
  return {
    open: key === undefined ? context.open : withoutItemAt(context.open, key),
    calls,
    ...threadEnded(context, item),
  };
}

/** Whether an item is the run of a thread. */
export function isRun({ kind, content, thread_id }: UniversalItem, source: EventSource): boolean {
  const [part] = content;
  return (
    source === 'daemon' &&
    kind === 'status' &&
    thread_id != null &&
    part?.type === 'status' &&
    part.label === 'agent'
  );
}

/** Whether an open item is the run of a thread. */
export function isOpenRun({ threads }: SessionContext, { id, thread }: OpenItem): boolean {
  return thread !== null && Object.hasOwn(threads, thread) && threads[thread]?.item === id;
}

/** The code of the error that reports too many open items, once per turn. */
export const OVERFLOW = 'open_items_limit';

/** The code of the error that reports a session on a shared server whose events the log does not store fast enough. */
const UNCOMMITTED = 'uncommitted_limit';

/** The code of the error that reports that a session has spent what it may. */
export const BUDGET = 'quota_exceeded';

const overflows: readonly (string | null)[] = [OVERFLOW, UNCOMMITTED, BUDGET];

/** Whether the agent is interrupted because it goes beyond a limit, or beyond a certain one. */
export function isOverflow({ type, source, data }: UniversalEvent, limit?: string): boolean {
  if (type !== 'error' || source !== 'daemon') return false;
  return limit === undefined ? overflows.includes(data.code) : data.code === limit;
}

/** A run begins, or a call, which may start a thread later. */
function threadStarted(
  context: SessionContext,
  item: UniversalItem,
  { source, time }: UniversalEvent,
): Partial<Projection> {
  const { item_id, native_item_id, parent_id, thread_id, content } = item;
  if (item.kind === 'tool_call') return { callThreads: put(context.callThreads, item_id, thread_id ?? '') };
  if (thread_id == null || !isRun(item, source)) return {};
  const [part] = content;
  const thread: RunningThread = {
    id: thread_id,
    key: native_item_id ?? item_id,
    parent: (parent_id !== null && get(context.callThreads, parent_id)) || null,
    title: part?.type === 'status' ? (part.detail ?? '') : '',
    item: item_id,
    startedAt: time,
    assistant: null,
  };
  return {
    threads: { ...context.threads, [thread_id]: thread },
    threadIds: put(put(context.threadIds, thread.key, thread_id), thread_id, thread_id),
    threadCount: context.threadCount + (get(context.threadIds, thread.key) === undefined ? 1 : 0),
  };
}

function threadEnded({ threads }: SessionContext, item: UniversalItem): Partial<Projection> {
  const { thread_id, item_id } = item;
  if (thread_id == null || !Object.hasOwn(threads, thread_id)) return {};
  return threads[thread_id]?.item === item_id ? { threads: without(threads, thread_id) } : {};
}

function threadsWith(threads: Projection['threads'], item: OpenItem): Projection['threads'] {
  const { thread } = item;
  if (thread === null || !Object.hasOwn(threads, thread) || !isReply(item)) return threads;
  return { ...threads, [thread]: { ...threads[thread]!, assistant: item.id } };
}

/** Whether an item is a message of the main thread, and not reasoning. */
function isSpeech(item: OpenItem): boolean {
  return item.thread === null && item.parent === null && isText(item);
}

function isReply(item: OpenItem): boolean {
  return item.role === 'assistant' && isText(item);
}

function isText(item: OpenItem): boolean {
  return item.kind === 'message' && item.content[0]?.type !== 'reasoning';
}

function turnWith(turn: OpenTurn, item: OpenItem): OpenTurn {
  if (!isSpeech(item)) return turn;
  if (item.role === 'assistant') return { ...turn, assistant: item.id };
  if (item.role === 'user' && turn.user === null) return { ...turn, user: item.id };
  return turn;
}

function addUsage(sum: Usage, usage: Usage): Usage {
  const total = { ...sum };
  for (const [kind, tokens] of Object.entries(usage)) total[kind] = (total[kind] ?? 0) + tokens;
  return total;
}
