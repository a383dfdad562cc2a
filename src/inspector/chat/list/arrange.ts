import { type ItemRow, type Row, type Transcript, threadIdOf } from '../../../client/index.js';

/** A row of the rendered list. */
export interface ListRow {
  row: Row;
  /** The nesting depth of sub-agents. */
  depth: number;
  /** Consecutive rows that are shown as one, if there are any: `row` is the first of them. */
  members?: readonly Row[];
}

/** The key of a row of the list, unique within it. */
export const listKeyOf = ({ row, members }: ListRow): string => (members ? groupKey(row.key) : row.key);

/** The key of the group that begins with a row, also of its fold. */
export const groupKey = (key: string) => `group ${key}`;

/**
 * Sorts a conversation into reading order, which differs from the order of arrival: results are shown with their calls,
 * reasoning precedes the message it led to, and a sub-agent's rows follow the call that started it, even if several
 * sub-agents run concurrently.
 */
export function arrange(transcript: Transcript, isFolded: (key: string) => boolean): ListRow[] {
  const groups = groupsOf(transcript);
  const listRows: ListRow[] = [];
  const add = (rows: readonly Row[], depth: number) => {
    for (const row of rows) {
      listRows.push({ row, depth });
      const inside = groups.get(row.key);
      if (inside && !isFolded(row.key)) add(inside, depth + 1);
    }
  };
  add(groups.get(null) ?? [], 0);
  return listRows;
}

/** The index of the row that shows an item, its own or its parent's; -1 if there is none. */
export function placeOf(listRows: readonly ListRow[], transcript: Transcript, key: string): number {
  const shown = transcript.item(key)?.key ?? key;
  for (let at: string | null = shown; at !== null; at = containerOf(transcript, at)) {
    const index = listRows.findIndex(({ row, members }) => !members && row.key === at);
    if (index >= 0) return index;
    const group = listRows.findIndex(({ members }) => members?.some(({ key }) => key === at));
    if (group >= 0) return group;
  }
  return -1;
}

/** A result's call, else the item's parent; for a request its thread. */
function containerOf(transcript: Transcript, key: string): string | null {
  const item = transcript.item(key)?.item;
  const request = item ? undefined : transcript.rows.find((row) => row.key === key);
  if (request) return threadIdOf(request);
  const result = item?.content.find((part) => part.type === 'tool_result');
  if (!result) return item?.parent_id ?? null;
  const isCaller = (row: Row) =>
    row.type === 'item' &&
    row.item.content.some((part) => part.type === 'tool_call' && part.call_id === result.call_id);
  return transcript.rows.find(isCaller)?.key ?? null;
}

/** Groups rows by the row that heads their thread; null is the main thread. */
function groupsOf(transcript: Transcript): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  const owners = new Map<string, string | null>();
  const calls = new Set<string>();
  for (const row of transcript.rows) {
    const owner = ownerOf(row, transcript, owners);
    if (row.type === 'item') {
      for (const part of row.item.content) if (part.type === 'tool_call') calls.add(part.call_id);
      if (isResultOf(row, calls) || isFirstRunOfCall(row, transcript)) continue;
    }
    const group = groups.get(owner);
    if (!group) groups.set(owner, [row]);
    else group.splice(placeIn(group, row, transcript), 0, row);
  }
  return groups;
}

function ownerOf(row: Row, transcript: Transcript, owners: Map<string, string | null>): string | null {
  const thread = threadIdOf(row);
  if (thread !== null) {
    // A run heads its own thread if no call does.
    return row.key === thread ? (transcript.threads.get(thread)?.parentThreadId ?? null) : thread;
  }
  return row.type === 'item' ? callOf(row, transcript, owners) : null;
}

/** Events of earlier versions have no threads: there, a sub-agent's rows descend from its call. */
function callOf(row: ItemRow, transcript: Transcript, owners: Map<string, string | null>): string | null {
  const parent = row.item.parent_id === null ? undefined : transcript.item(row.item.parent_id);
  const owner = !parent ? null : isCall(parent) ? parent.key : (owners.get(parent.key) ?? null);
  owners.set(row.key, owner);
  return owner;
}

/** The card of the call shows its sub-agent's first run. */
function isFirstRunOfCall({ item }: ItemRow, { threads }: Transcript): boolean {
  const run = threads.get(item.thread_id ?? '')?.runs[0];
  return run?.key === item.item_id && item.parent_id === item.thread_id;
}

function placeIn(group: readonly Row[], row: Row, transcript: Transcript): number {
  if (row.type !== 'item' || !isThought(row)) return group.length;
  const shown = transcript.item(row.item.parent_id ?? '')?.key;
  const parent = group.findLastIndex(({ key }) => key === shown);
  return parent < 0 ? group.length : parent;
}

const isResultOf = ({ item }: ItemRow, calls: Set<string>) =>
  item.kind === 'tool_result' &&
  item.content.some((part) => part.type === 'tool_result' && calls.has(part.call_id));

const isCall = ({ item }: ItemRow): boolean => item.kind === 'tool_call';

export function isThought({ item }: ItemRow): boolean {
  return item.kind === 'message' && item.content.length > 0 && item.content.every(isReasoning);
}

const isReasoning = ({ type }: ItemRow['item']['content'][number]) => type === 'reasoning';
