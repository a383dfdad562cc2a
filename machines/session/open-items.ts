import type { OpenItem } from './context.js';
import { type Dictionary, emptyDictionary, entryAt, withEntry, withoutEntry } from './dictionary.js';
import { entryWith, inOrder, type NumberedList, withNumbered, withoutNumbered } from './numbered-list.js';

/** The open items of a session, found by the translator's key, by their own id and by the calls they make. */
export interface OpenItems {
  readonly size: number;
  /** Oldest first. */
  readonly items: NumberedList<OpenItem>;
  /** Their numbers, by key, */
  readonly byKey: Dictionary<number>;
  /** by item id, */
  readonly byId: Dictionary<number>;
  /** and by the call_ids of their tool calls, oldest first. */
  readonly callers: Dictionary<readonly number[]>;
}

export const noOpenItems: OpenItems = {
  size: 0,
  items: [],
  byKey: emptyDictionary,
  byId: emptyDictionary,
  callers: emptyDictionary,
};

export function openItemsOf(items: readonly OpenItem[]): OpenItems {
  return [...items].sort((a, b) => a.number - b.number).reduce(withOpenItem, noOpenItems);
}

export function itemAt(open: OpenItems, key: string): OpenItem | undefined {
  return itemWith(open, entryAt(open.byKey, key));
}

export function itemById(open: OpenItems, id: string): OpenItem | undefined {
  return itemWith(open, entryAt(open.byId, id));
}

/** The oldest item that makes a call, except one. */
export function callerOf(open: OpenItems, callId: string, except: string): OpenItem | undefined {
  const known = entryAt(open.byKey, except);
  return itemWith(
    open,
    entryAt(open.callers, callId)?.find((number) => number !== known),
  );
}

/** Oldest first. */
export function itemsInOrder({ items }: OpenItems): OpenItem[] {
  return items.flat();
}

export function oldestItem({ items }: OpenItems, isMeant: (item: OpenItem) => boolean): OpenItem | undefined {
  for (const item of inOrder(items)) if (isMeant(item)) return item;
  return undefined;
}

/** With a new item, or with an open one as it is now. */
export function withOpenItem(open: OpenItems, item: OpenItem): OpenItems {
  const known = itemAt(open, item.key);
  if (known?.id === item.id) return { ...open, items: withNumbered(open.items, item) };
  const { size, items, byKey, byId, callers } = known ? withoutItemAt(open, item.key) : open;
  const { number } = item;
  return {
    size: size + 1,
    items: withNumbered(items, item),
    byKey: withEntry(byKey, item.key, number),
    byId: withEntry(byId, item.id, number),
    callers: callIdsOf(item).reduce(
      (all, callId) => withEntry(all, callId, [...(entryAt(all, callId) ?? []), number]),
      callers,
    ),
  };
}

export function withoutItemAt(open: OpenItems, key: string): OpenItems {
  const item = itemAt(open, key);
  if (!item) return open;
  return {
    size: open.size - 1,
    items: withoutNumbered(open.items, item.number),
    byKey: withoutEntry(open.byKey, key),
    byId: withoutEntry(open.byId, item.id),
    callers: callIdsOf(item).reduce((all, callId) => withoutCaller(all, callId, item.number), open.callers),
  };
}

function itemWith({ items }: OpenItems, number: number | undefined): OpenItem | undefined {
  return number === undefined ? undefined : entryWith(items, number);
}

function withoutCaller(callers: OpenItems['callers'], callId: string, number: number): OpenItems['callers'] {
  const others = (entryAt(callers, callId) ?? []).filter((each) => each !== number);
  return others.length === 0 ? withoutEntry(callers, callId) : withEntry(callers, callId, others);
}

/** The content of an open item never changes. */
function callIdsOf({ content }: OpenItem): string[] {
  return [...new Set(content.flatMap((part) => (part.type === 'tool_call' ? [part.call_id] : [])))];
}
