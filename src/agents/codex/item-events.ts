import type { Draft } from '../../schema/index.js';
import {
  callKey,
  completed,
  isSpoken,
  type Place,
  placeOf,
  plainItem,
  rawKey,
  resultKey,
  started,
  summaryKey,
  thought,
  toolCall,
  toolResult,
} from './items.js';
import type { NativeItemEvent } from './native.js';
import type { ItemOf, NativeItem } from './native-items.js';
import { type CodexState, cut, opened, type Step, without } from './state.js';
import { isTool, type ToolItem, toolOf } from './tools.js';

type ItemParams = NativeItemEvent['params'];

/** Summaries come in parts, each a paragraph of its own. */
const PARAGRAPH = '\n\n';

export function itemStarted({ item, ...where }: ItemParams, state: CodexState): Step {
  const place = placeOf(state, where, item.id);
  // A thought is opened by its first word: of most there is none to show.
  if (item.type === 'reasoning') return { drafts: [] };
  if (isTool(item)) {
    const drafts = [started(toolCall(place, toolOf(item, state)))];
    if (item.type !== 'fileChange') return { state: acquainted(state, item, place), drafts };
    return { state: { ...state, changes: { ...state.changes, [place.key]: item.changes } }, drafts };
  }
  const begun = started(plainItem(place, item));
  if (isSpoken(item)) {
    const stream = { thread: place.thread, kind: 'message', index: 0 } as const;
    return { state: opened(state, place.key, stream), drafts: [begun] };
  }
  if (item.type !== 'userMessage') return { state: acquainted(state, item, place), drafts: [begun] };
  // Said into a running turn, it cuts off what the agent was saying.
  const steered = cut(state, place.thread);
  return { state: steered.state, drafts: [...steered.drafts, begun] };
}

export function itemCompleted({ item, ...where }: ItemParams, state: CodexState): Step {
  const place = placeOf(state, where, item.id);
  if (item.type === 'reasoning') return thoughtCompleted(state, place, item);
  if (isTool(item)) return toolCompleted(state, place, item);
  const drafts = [completed(plainItem(place, item))];
  if (!isSpoken(item)) return { state: acquainted(state, item, place), drafts };
  return { state: { ...state, open: without(state.open, place.key) }, drafts };
}

function toolCompleted(state: CodexState, place: Place, item: ToolItem): Step {
  const tool = toolOf(item, state);
  const known = acquainted(state, item, place);
  return {
    state: {
      ...known,
      open: without(known.open, resultKey(place)),
      changes: without(known.changes, place.key),
    },
    drafts: [
      completed({ ...toolCall(place, tool), ...(tool.refused ? { status: 'failed' } : {}) }),
      completed({
        ...toolResult(place, tool.output, tool.parts),
        status: tool.failed ? 'failed' : 'completed',
      }),
    ],
  };
}

/** The threads of sub-agents that an item tells of came from it, unless they were known before. */
function acquainted(state: CodexState, item: NativeItem, place: Place): CodexState {
  const threads =
    item.type === 'collabAgentToolCall'
      ? item.receiverThreadIds
      : item.type === 'subAgentActivity'
        ? [item.agentThreadId]
        : [];
  const fresh = threads.filter((thread) => thread !== state.thread && !Object.hasOwn(state.children, thread));
  if (fresh.length === 0) return state;
  const key = isTool(item) ? callKey(place) : place.key;
  const learnt = Object.fromEntries(fresh.map((thread) => [thread, key]));
  return { ...state, children: { ...state.children, ...learnt } };
}

type ThoughtKind = 'summary' | 'raw';

/** A piece of a thought, in its `index`th paragraph. */
export function thinks(
  state: CodexState,
  params: { threadId: string; turnId: string; itemId: string; delta: string },
  kind: ThoughtKind,
  index: number,
): Step {
  const key = `${params.turnId}/${params.itemId}/${kind}`;
  const stream = Object.hasOwn(state.open, key) ? state.open[key] : undefined;
  const gap = PARAGRAPH.repeat(Math.max(0, index - (stream?.index ?? 0)));
  const delta: Draft = { type: 'item.delta', key, delta: gap + params.delta };
  if (stream?.index === index) return { drafts: [delta] };
  const next = opened(state, key, { thread: params.threadId, kind: 'thought', index });
  if (stream !== undefined) return { state: next, drafts: [delta] };
  const place = placeOf(state, params, params.itemId);
  return { state: next, drafts: [started(thought(place, kind, '')), delta] };
}

function thoughtCompleted(state: CodexState, place: Place, item: ItemOf<'reasoning'>): Step {
  const drafts: Draft[] = [];
  for (const [kind, key, parts] of [
    ['summary', summaryKey(place), item.summary],
    ['raw', rawKey(place), item.content],
  ] as const) {
    const text = parts.join(PARAGRAPH);
    if (text !== '' || Object.hasOwn(state.open, key)) drafts.push(completed(thought(place, kind, text)));
  }
  return {
    state: { ...state, open: without(state.open, summaryKey(place), rawKey(place)) },
    drafts,
  };
}
