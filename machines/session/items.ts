import {
  type ContentPart,
  type DraftItem,
  type EventSource,
  textOf,
  type UniversalItem,
} from '../../src/schema/index.js';
import { type ItemPhase, itemStep } from '../item.js';
import type { OpenItem } from './context.js';
import { openAt } from './evolve.js';
import { look } from './ledger.js';
import { callsAnswered, callToComplete, parentIn } from './references.js';
import type { Scribe } from './scribe.js';

type Origin = EventSource;

export function startItem(scribe: Scribe, item: DraftItem, origin: Origin = 'agent'): void {
  takeItem(scribe, 'start', item, origin);
}

export function completeItem(scribe: Scribe, item: DraftItem, origin: Origin = 'agent'): void {
  takeItem(scribe, 'complete', item, origin);
}

/** What the daemon itself has to say: a status, whole at once. */
export function announce(scribe: Scribe, label: string, detail: string): void {
  const key = `${label}#${scribe.context.items + 1}`;
  completeItem(scribe, { key, kind: 'status', content: [{ type: 'status', label, detail }] }, 'daemon');
}

export function streamItem(scribe: Scribe, key: string, delta: string): void {
  if (delta !== '') takeItem(scribe, 'delta', { key, kind: 'message', role: 'assistant' }, 'agent', delta);
}

type ItemEvent = 'start' | 'delta' | 'complete';

/** Looks up in the item machine what a draft means for the item, and does what is named there. */
function takeItem(scribe: Scribe, event: ItemEvent, item: DraftItem, origin: Origin, delta = ''): void {
  const phase = phaseOf(scribe, item.key);
  for (const action of itemStep(phase, event)?.actions ?? []) {
    if (action === 'start') open(scribe, item, origin);
    else if (action === 'stub') open(scribe, unfilled(item), 'daemon');
    else if (action === 'delta') writeDelta(scribe, openAt(scribe.context, item.key)!, delta, origin);
    else if (action === 'complete') settle(scribe, openAt(scribe.context, item.key)!, item, origin);
    else if (action === 'drop') scribe.drop(item.key, lateness[phase]);
  }
}

const lateness: Record<ItemPhase, string> = {
  unknown: 'no draft has named the item yet',
  in_progress: 'the item was started already',
  settled: 'the item is settled: nothing changes it any more',
};

function phaseOf(scribe: Scribe, key: string): ItemPhase {
  if (openAt(scribe.context, key)) return 'in_progress';
  return look(scribe.context.keys, key) === undefined ? 'unknown' : 'settled';
}

/** A thought is a message whose only parts are reasoning; all other parts belong to no thought. */
function isThought(item: OpenItem): boolean {
  return item.kind === 'message' && item.content[0]?.type === 'reasoning';
}

function reasoningOnly(item: DraftItem): boolean {
  const { content = [] } = item;
  return item.kind === 'message' && content.length > 0 && content.every((part) => part.type === 'reasoning');
}

/** An item as it is before it was filled: what it is, without what is to be streamed. */
function unfilled(item: DraftItem): DraftItem {
  const { kind, content = [] } = item;
  if (reasoningOnly(item)) return { ...item, content: content.slice(0, 1).flatMap(blanked) };
  if (kind === 'message') return { ...item, content: [] };
  return { ...item, content: kind === 'tool_result' ? content.flatMap(emptied) : content };
}

function emptied(part: ContentPart): ContentPart[] {
  return part.type === 'tool_result' ? [{ ...part, output: '' }] : [];
}

function open(scribe: Scribe, draft: DraftItem, source: EventSource): void {
  const thought = reasoningOnly(draft);
  const parent = parentOf(scribe, draft, thought);
  const content = draft.content ?? [];
  ensureCalls(scribe, content, draft.key);
  const isMessage = draft.kind === 'message';
  const own = isMessage ? content.filter(keeps(thought)) : content;
  const item: UniversalItem = {
    item_id: scribe.name('itm', scribe.context.items + 1),
    native_item_id: draft.native_item_id ?? null,
    parent_id: parent,
    kind: draft.kind,
    role: draft.role ?? null,
    content: isMessage ? (thought ? own.slice(0, 1) : own).flatMap(blanked) : [...own],
    status: 'in_progress',
  };
  scribe.write('item.started', { item }, source, draft.key);
  // A start that brings text already: a reader fills an item by its deltas alone.
  if (isMessage) writeDelta(scribe, openAt(scribe.context, draft.key)!, textOf(own), 'daemon');
}

function parentOf(scribe: Scribe, draft: DraftItem, thought: boolean): string | null {
  const parent = parentIn(scribe.context, draft, thought);
  if (!parent) return null;
  if ('id' in parent) return parent.id;
  startItem(scribe, { key: parent.stub, kind: 'message', role: 'assistant' }, 'daemon');
  return look(scribe.context.keys, parent.stub) ?? null;
}

function ensureCalls(scribe: Scribe, content: readonly ContentPart[], self: string): void {
  for (const callId of callsAnswered(content)) {
    const call = callToComplete(scribe.context, callId, self);
    if (call) completeItem(scribe, call, 'daemon');
  }
}

const keeps = (thought: boolean) => (part: ContentPart) => (part.type === 'reasoning') === thought;

function blanked(part: ContentPart): ContentPart[] {
  if (part.type === 'text') return [];
  return part.type === 'reasoning' ? [{ ...part, text: '' }] : [part];
}

function writeDelta(scribe: Scribe, item: OpenItem, delta: string, source: EventSource): void {
  if (delta === '') return;
  scribe.write('item.delta', { item_id: item.id, native_item_id: item.native, delta }, source, item.key);
}

/** Ends an item as the provider says it ended, as far as that fits what was streamed. */
function settle(scribe: Scribe, item: OpenItem, draft: DraftItem, origin: Origin): void {
  const { content = [], status = 'completed' } = draft;
  if (draft.kind !== item.kind) return contradict(scribe, item, draft, origin);
  ensureCalls(scribe, content, item.key);
  const ending = { ...item, native: draft.native_item_id ?? item.native };
  if (item.kind !== 'message') return writeEnd(scribe, ending, status, filled(item, content), origin);

  const thought = isThought(item);
  const own = content.filter(keeps(thought));
  const rest = content.filter(keeps(!thought));
  const text = textOf(own);
  if (text !== '' && !text.startsWith(item.text)) return contradict(scribe, item, draft, origin);
  writeDelta(scribe, ending, text.slice(item.text.length), 'daemon');
  if (rest.length > 0 && !thought)
    bring(scribe, { ...draft, key: `${item.key}#reasoning`, parent: item.key }, rest);
  const base = own.length > 0 ? own : item.content;
  writeEnd(scribe, ending, status, text === '' ? withText(base, item.text) : own, origin);
  if (rest.length > 0 && thought) bring(scribe, { ...draft, key: `${item.key}#rest`, parent: null }, rest);
}

/** A whole item at once, of parts that came inside another one. */
function bring(scribe: Scribe, draft: DraftItem, content: ContentPart[]): void {
  completeItem(scribe, { ...draft, native_item_id: null, content }, 'daemon');
}

/** The end does not fit what was streamed: what was streamed stays as it is, and the end comes as a new item. */
function contradict(scribe: Scribe, item: OpenItem, draft: DraftItem, origin: Origin): void {
  cut(scribe, item, 'failed');
  open(scribe, unfilled(draft), 'daemon');
  settle(scribe, openAt(scribe.context, draft.key)!, draft, origin);
}

/** Ends an item for which no end came. */
function cut(scribe: Scribe, item: OpenItem, status: 'completed' | 'failed'): void {
  const content = item.kind === 'message' ? withText(item.content, item.text) : filled(item, undefined);
  writeEnd(scribe, item, status, content, 'daemon');
}

/** Ends all that is open: children before the items they came from. */
export function cutItems(scribe: Scribe, status: 'completed' | 'failed'): void {
  const open = Object.values(scribe.context.open).sort((a, b) => b.number - a.number);
  for (const item of open) {
    if (itemStep('in_progress', 'cut')?.actions.includes('cut')) cut(scribe, item, status);
  }
}

/** A result without an output of its own has the output that was streamed. */
function filled(item: OpenItem, final: readonly ContentPart[] | undefined): readonly ContentPart[] {
  const content = final && final.length > 0 ? final : item.content;
  if (item.text === '') return content;
  return content.map((part) =>
    part.type === 'tool_result' && part.output === '' ? { ...part, output: item.text } : part,
  );
}

/** The parts with the streamed text in the first place that takes text, or before all others. */
function withText(content: readonly ContentPart[], text: string): ContentPart[] {
  if (text === '') return content.filter((part) => part.type !== 'text' || part.text !== '');
  const at = content.findIndex((part) => part.type === 'text' || part.type === 'reasoning');
  if (at < 0) return [{ type: 'text', text }, ...content];
  return content.map((part, i) => (i === at ? ({ ...part, text } as ContentPart) : part));
}

function writeEnd(
  scribe: Scribe,
  item: OpenItem,
  status: 'completed' | 'failed',
  content: readonly ContentPart[],
  source: EventSource,
): void {
  const ended: UniversalItem = {
    item_id: item.id,
    native_item_id: item.native,
    parent_id: item.parent,
    kind: item.kind,
    role: item.role,
    content: [...content],
    status,
  };
  scribe.write('item.completed', { item: ended }, source, item.key);
}
