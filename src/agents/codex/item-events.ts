import type { DraftItem } from '../../schema/index.js';
import { completed, delta, failed, message, started, toolCall, toolResult } from '../kit/drafts.js';
import { follow, nothing, type Outcome } from '../kit/fold.js';
import { without } from '../kit/record.js';
import { commandCompleted, commandStarted } from './commands.js';
import { compactionCompleted, compactionStarted } from './compaction.js';
import { isStreamed, type Place, placeOf, plainItem } from './items.js';
import type { ParamsOf } from './native.js';
import { planProposed } from './plans.js';
import { thoughtCompleted } from './reasoning.js';
import { type CodexState, cut, opened } from './state.js';
import { withAddressed } from './sub-agents.js';
import { isTool, type Tool, type ToolItem, toolOf } from './tools.js';
import { reviewStarted } from './turns.js';

export function itemStarted(
  { item, ...where }: ParamsOf<'item/started'>,
  state: CodexState,
): Outcome<CodexState> {
  const place = placeOf(state, where, item.id);
  if (item.type === 'reasoning') return nothing;
  if (item.type === 'contextCompaction') return compactionStarted(state, place);
  if (isTool(item)) return toolStarted(state, place, item);
  // A message begins with its first words: one that is cut off before has said nothing.
  if (isStreamed(item))
    return item.text === '' ? nothing : messageStarted(state, place, plainItem(place, item));
  const drafts = [started(plainItem(place, item))];
  if (item.type === 'enteredReviewMode')
    return follow(
      state,
      (now) => reviewStarted(now, where),
      () => drafts,
    );
  if (item.type !== 'userMessage') return drafts;
  // A message into a running turn cuts off what the agent was saying.
  return follow(
    state,
    (now) => cut(now, place.owner),
    () => drafts,
  );
}

function toolStarted(state: CodexState, place: Place, item: ToolItem): Outcome<CodexState> {
  if (isReport(item)) return nothing;
  const drafts = [started(callOf(place, toolOf(item, state.roots)))];
  if (item.type === 'commandExecution') return { state: commandStarted(state, place), drafts };
  if (item.type !== 'fileChange') return { state: withAddressed(state, item, place), drafts };
  return { state: { ...state, changes: { ...state.changes, [place.key]: item.changes } }, drafts };
}

function messageStarted(state: CodexState, place: Place, item: DraftItem): Outcome<CodexState> {
  return { state: opened(state, place.key, { owner: place.owner, index: 0 }), drafts: [started(item)] };
}

/** A piece of a message. */
export function textDelta(
  params: ParamsOf<'item/agentMessage/delta'>,
  state: CodexState,
): Outcome<CodexState> {
  const place = placeOf(state, params, params.itemId);
  const piece = delta(place.key, params.delta);
  if (Object.hasOwn(state.open, place.key)) return [piece];
  return follow(
    state,
    (now) => messageStarted(now, place, message(place, [])),
    () => [piece],
  );
}

export function itemCompleted(
  { item, ...where }: ParamsOf<'item/completed'>,
  state: CodexState,
): Outcome<CodexState> {
  const place = placeOf(state, where, item.id);
  if (item.type === 'reasoning') return thoughtCompleted(state, place, item);
  if (item.type === 'contextCompaction') return compactionCompleted(state, place);
  if (isTool(item)) return toolCompleted(state, place, item);
  if (!isStreamed(item)) return [completed(plainItem(place, item))];
  return follow(
    state,
    (now) => messageCompleted(now, place, plainItem(place, item)),
    (now) => (item.type === 'plan' ? planProposed(now, { ...where, scope: place.key }, item.text) : nothing),
  );
}

function messageCompleted(state: CodexState, place: Place, whole: DraftItem): Outcome<CodexState> {
  const isOpen = Object.hasOwn(state.open, place.key);
  if (!isOpen && whole.content?.length === 0) return nothing;
  return {
    state: { ...state, open: without(state.open, place.key) },
    drafts: isOpen ? [completed(whole)] : [started(whole), completed(whole)],
  };
}

function toolCompleted(state: CodexState, place: Place, item: ToolItem): Outcome<CodexState> {
  if (isReport(item)) return nothing;
  const tool = toolOf(item, state.roots);
  const call = tool.refused ? failed(callOf(place, tool)) : completed(callOf(place, tool));
  if (item.type === 'commandExecution') return commandCompleted(state, place, tool, call);
  const known = withAddressed(state, item, place);
  const result = toolResult(place, place.callId, tool.output, tool.parts);
  return {
    state: { ...known, changes: without(known.changes, place.key) },
    drafts: [call, tool.failed ? failed(result) : completed(result)],
  };
}

/** The report that a sub-agent is done repeats the end of its turn. */
function isReport(item: ToolItem): boolean {
  return item.type === 'subAgentActivity' && item.kind === 'completed';
}

function callOf(place: Place, { name, arguments: given, kind, title }: Tool) {
  return toolCall(place, { name, arguments: given, callId: place.callId, kind, title });
}
