import {
  type ContentPart,
  type DraftItem,
  type EventSource,
  type NoticeLabel,
  textOf,
  type UniversalItem,
} from '../../src/schema/index.js';
import { type ItemPhase, itemStep } from '../item.js';
import type { OpenItem } from './context.js';
import { closeItem, filled, writeCompleted } from './item-endings.js';
import { get } from './ledger.js';
import { itemAt } from './open-items.js';
import {
  completeInPieces,
  extendsPieces,
  extendsText,
  streamedUnits,
  textLimitOf,
  writeText,
} from './pieces.js';
import { callToComplete, findParent, referencedCalls } from './references.js';
import { makeRoom } from './room.js';
import type { Scribe } from './scribe.js';
import { splitLong, textIn, withoutStart, withoutTexts } from './text-parts.js';
import { threadIdOf } from './threads.js';

type Origin = EventSource;

/** An item whose thread may be known by its id already. */
type PlacedItem = DraftItem & { threadId?: string | null };

function placeOf({ thread, threadId }: PlacedItem): Partial<PlacedItem> {
  return { ...(thread === undefined ? {} : { thread }), ...(threadId === undefined ? {} : { threadId }) };
}

export function startItem(scribe: Scribe, item: DraftItem, origin: Origin = scribe.source): void {
  applyToItem(scribe, 'start', item, origin);
}

export function completeItem(scribe: Scribe, item: DraftItem, origin: Origin = scribe.source): void {
  applyToItem(scribe, 'complete', item, origin);
}

/** Writes a notice of the daemon's own, started and completed at once. */
export function announce(scribe: Scribe, label: NoticeLabel, detail: string, json: JsonValue): void {
  const key = `${label}#${scribe.context.items + 1}`;
  const content: ContentPart[] = [
    { type: 'status', label, detail },
    { type: 'json', json },
  ];
  completeItem(scribe, { key, kind: 'status', content }, 'daemon');
}

type JsonValue = Extract<ContentPart, { type: 'json' }>['json'];
export type JsonObject = Extract<JsonValue, Record<string, unknown>>;

export function streamItem(scribe: Scribe, key: string, delta: string): void {
  if (delta !== '')
    applyToItem(scribe, 'delta', { key, kind: 'message', role: 'assistant' }, scribe.source, delta);
}

type ItemEvent = 'start' | 'delta' | 'complete';

/** Looks up a draft in the item machine and runs the actions named there. */
function applyToItem(scribe: Scribe, event: ItemEvent, item: DraftItem, origin: Origin, delta = ''): void {
  const phase = phaseOf(scribe, item.key);
  for (const action of itemStep(phase, event)?.actions ?? []) {
    if (action === 'start') open(scribe, item, origin, true);
    else if (action === 'stub') open(scribe, startOf(item), 'daemon', event === 'delta');
    else if (action === 'delta') writeText(scribe, itemAt(scribe.context.open, item.key)!, delta, origin);
    else if (action === 'complete') complete(scribe, itemAt(scribe.context.open, item.key)!, item, origin);
    else if (action === 'drop') scribe.drop(item.key, dropReasons[phase]);
  }
}

const dropReasons: Record<ItemPhase, string> = {
  unknown: 'the item is unknown',
  in_progress: 'the item has already started',
  settled: 'the item is already settled',
};

function phaseOf(scribe: Scribe, key: string): ItemPhase {
  if (itemAt(scribe.context.open, key)) return 'in_progress';
  return get(scribe.context.keys, key) === undefined ? 'unknown' : 'settled';
}

/** A thought is a message that consists of reasoning parts only. */
function isThought(item: OpenItem): boolean {
  return item.kind === 'message' && item.content[0]?.type === 'reasoning';
}

function reasoningOnly(item: DraftItem): boolean {
  const { content = [] } = item;
  return item.kind === 'message' && content.length > 0 && content.every((part) => part.type === 'reasoning');
}

/** The item as it would have started: without the content that streams in as deltas. */
function startOf(item: DraftItem): DraftItem {
  const { kind, content = [] } = item;
  if (reasoningOnly(item)) return { ...item, content: content.slice(0, 1).flatMap(withoutText) };
  if (kind === 'message') return { ...item, content: [] };
  return { ...item, content: kind === 'tool_result' ? content.flatMap(withoutOutput) : content };
}

function withoutOutput(part: ContentPart): ContentPart[] {
  return part.type === 'tool_result' ? [{ ...part, output: '' }] : [];
}

/** Starts an item. `isLasting`: it is not completed in the same step. */
function open(scribe: Scribe, draft: PlacedItem, source: EventSource, isLasting: boolean): void {
  const thought = reasoningOnly(draft);
  const thread = threadOf(scribe, draft);
  const parent = parentOf(scribe, draft, thought, thread);
  const content = draft.content ?? [];
  ensureCalls(scribe, content, draft);
  if (isLasting) makeRoom(scribe, thread);
  const isMessage = draft.kind === 'message';
  const own = isMessage ? content.filter(belongsTo(thought)) : content;
  const isLong = !isMessage && splitLong(draft.kind, own, textLimitOf(scribe.context)) !== null;
  const item: UniversalItem = {
    item_id: scribe.newId('itm', scribe.context.items + 1),
    native_item_id: draft.native_item_id ?? null,
    parent_id: parent,
    thread_id: thread,
    continues: continuedItem(scribe, draft.continues ?? null),
    kind: draft.kind,
    role: draft.role ?? null,
    content: isMessage
      ? (thought ? own.slice(0, 1) : own).flatMap(withoutText)
      : isLong
        ? withoutTexts(own)
        : [...own],
    status: 'in_progress',
  };
  scribe.write('item.started', { item }, source, draft.key);
  // Text that came with the start is written as a delta: readers fill items from deltas alone.
  const text = isMessage ? textOf(own) : isLong ? textIn(own) : '';
  writeText(scribe, itemAt(scribe.context.open, draft.key)!, text, 'daemon');
}

/** The id of the item's thread; an unknown thread is started. */
function threadOf(scribe: Scribe, draft: PlacedItem): string | null {
  if (draft.threadId !== undefined) return draft.threadId;
  return draft.thread == null ? null : threadIdOf(scribe, draft.thread);
}

/** Only a completed item can be continued. */
function continuedItem({ context }: Scribe, key: string | null): string | null {
  return key === null || itemAt(context.open, key) ? null : (get(context.keys, key) ?? null);
}

function parentOf(
  scribe: Scribe,
  draft: DraftItem,
  thought: boolean,
  threadId: string | null,
): string | null {
  const parent = findParent(scribe.context, draft, thought, threadId);
  if (!parent) return null;
  if ('id' in parent) return parent.id;
  const stub: PlacedItem = { key: parent.stub, kind: 'message', role: 'assistant', threadId };
  if (parent.isNamed) startItem(scribe, stub, 'daemon');
  else completeItem(scribe, stub, 'daemon');
  return get(scribe.context.keys, parent.stub) ?? null;
}

function ensureCalls(scribe: Scribe, content: readonly ContentPart[], self: PlacedItem): void {
  for (const callId of referencedCalls(content)) {
    const call = callToComplete(scribe.context, callId, self.key);
    if (call) completeItem(scribe, { ...call, ...placeOf(self) }, 'daemon');
  }
}

const belongsTo = (thought: boolean) => (part: ContentPart) => (part.type === 'reasoning') === thought;

function withoutText(part: ContentPart): ContentPart[] {
  if (part.type === 'text') return [];
  return part.type === 'reasoning' ? [{ ...part, text: '' }] : [part];
}

/** Completes an item with the provider's final content, as far as it agrees with the deltas so far. */
function complete(scribe: Scribe, item: OpenItem, given: DraftItem, origin: Origin): void {
  const draft: PlacedItem = { ...given, threadId: item.thread };
  const { content = [], status = 'completed' } = draft;
  if (draft.kind !== item.kind) return replaceItem(scribe, item, draft, origin);
  ensureCalls(scribe, content, draft);
  const ending = { ...item, native: draft.native_item_id ?? item.native };
  if (item.kind !== 'message') {
    const text = textIn(content);
    if (text !== '' && !extendsPieces(item, text)) return replaceItem(scribe, item, draft, origin);
    const rest = text === '' ? content : withoutStart(item.kind, content, item.before?.length ?? 0);
    const final = filled(item, rest.length > 0 ? rest : item.content);
    return completeInPieces(scribe, ending, status, final, origin);
  }

  const thought = isThought(item);
  const own = content.filter(belongsTo(thought));
  const rest = content.filter(belongsTo(!thought));
  const text = textOf(own);
  if (text !== '' && !extendsText(item, text)) return replaceItem(scribe, item, draft, origin);
  const last = writeText(scribe, ending, text.slice(streamedUnits(item)), 'daemon');
  if (rest.length > 0 && !thought)
    splitOff(scribe, { ...draft, key: `${item.key}#reasoning`, parent: item.key }, rest);
  const streamed = filled(item, own.length > 0 ? own : item.content);
  const final = text === '' ? streamed : withoutStart(item.kind, own, last.before?.length ?? 0);
  writeCompleted(scribe, last, status, final, origin);
  if (rest.length > 0 && thought) splitOff(scribe, { ...draft, key: `${item.key}#rest`, parent: null }, rest);
}

/** Writes parts that arrived inside another item as an item of their own. */
function splitOff(scribe: Scribe, draft: DraftItem, content: ContentPart[]): void {
  completeItem(scribe, { ...draft, native_item_id: null, content }, 'daemon');
}

/** The final content contradicts the deltas: the streamed item fails as is, and the final one follows as a new item. */
function replaceItem(scribe: Scribe, item: OpenItem, draft: DraftItem, origin: Origin): void {
  closeItem(scribe, item, 'failed');
  open(scribe, startOf(draft), 'daemon', false);
  complete(scribe, itemAt(scribe.context.open, draft.key)!, draft, origin);
}
