import { callKey, completed, failed, resultKey, started, toolCall, toolResult } from '../kit/drafts.js';
import { follow, nothing, type Outcome } from '../kit/fold.js';
import { without } from '../kit/record.js';
import { isStreamed, type Place, placeOf, plainItem } from './items.js';
import type { ParamsOf } from './native.js';
import type { NativeItem } from './native-items.js';
import { thoughtCompleted } from './reasoning.js';
import { type CodexState, cut, opened } from './state.js';
import { isTool, type Tool, type ToolItem, toolOf } from './tools.js';

export function itemStarted(
  { item, ...where }: ParamsOf<'item/started'>,
  state: CodexState,
): Outcome<CodexState> {
  const place = placeOf(state, where, item.id);
  if (item.type === 'reasoning') return nothing;
  if (isTool(item)) {
    const drafts = [started(callOf(place, toolOf(item, state.cwd)))];
    if (item.type !== 'fileChange') return { state: withChildren(state, item, place), drafts };
    return { state: { ...state, changes: { ...state.changes, [place.key]: item.changes } }, drafts };
  }
  const drafts = [started(plainItem(place, item))];
  if (isStreamed(item)) {
    return { state: opened(state, place.key, { thread: place.thread, kind: 'message', index: 0 }), drafts };
  }
  if (item.type !== 'userMessage') return { state: withChildren(state, item, place), drafts };
  // A message into a running turn cuts off what the agent was saying.
  return follow(
    state,
    (now) => cut(now, place.thread),
    () => drafts,
  );
}

export function itemCompleted(
  { item, ...where }: ParamsOf<'item/completed'>,
  state: CodexState,
): Outcome<CodexState> {
  const place = placeOf(state, where, item.id);
  if (item.type === 'reasoning') return thoughtCompleted(state, place, item);
  if (isTool(item)) return toolCompleted(state, place, item);
  const drafts = [completed(plainItem(place, item))];
  if (!isStreamed(item)) return { state: withChildren(state, item, place), drafts };
  return { state: { ...state, open: without(state.open, place.key) }, drafts };
}

function toolCompleted(state: CodexState, place: Place, item: ToolItem): Outcome<CodexState> {
  const tool = toolOf(item, state.cwd);
  const known = withChildren(state, item, place);
  const result = toolResult(place, place.callId, tool.output, tool.parts);
  return {
    state: {
      ...known,
      open: without(known.open, resultKey(place.key)),
      changes: without(known.changes, place.key),
    },
    drafts: [
      tool.refused ? failed(callOf(place, tool)) : completed(callOf(place, tool)),
      tool.failed ? failed(result) : completed(result),
    ],
  };
}

function callOf(place: Place, { name, arguments: given }: Tool) {
  return toolCall(place, { name, arguments: given, callId: place.callId });
}

/** Remembers the item that started a sub-agent's thread: the first one that names it. */
function withChildren(state: CodexState, item: NativeItem, place: Place): CodexState {
  const fresh = threadsIn(item).filter(
    (thread) => thread !== state.thread && !Object.hasOwn(state.children, thread),
  );
  if (fresh.length === 0) return state;
  const key = isTool(item) ? callKey(place.key) : place.key;
  const children = Object.fromEntries(fresh.map((thread) => [thread, key]));
  return { ...state, children: { ...state.children, ...children } };
}

function threadsIn(item: NativeItem): string[] {
  if (item.type === 'collabAgentToolCall') return item.receiverThreadIds;
  return item.type === 'subAgentActivity' ? [item.agentThreadId] : [];
}
