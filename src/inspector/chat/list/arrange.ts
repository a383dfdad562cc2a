import type { ItemRow, Row, Transcript } from '../../../client/index.js';

/** A row at its place on the page. */
export interface Entry {
  row: Row;
  /** How many subagents it is inside of. */
  depth: number;
}

/**
 * The order in which a conversation is read, which is not quite the one in which it came: results are shown with their
 * calls, thoughts stand before the message that they led to, and what a subagent does follows the call that began it,
 * even where two of them work at once.
 */
export function arrange(transcript: Transcript, isFolded: (key: string) => boolean): Entry[] {
  const groups = groupsOf(transcript);
  const entries: Entry[] = [];
  const add = (rows: readonly Row[], depth: number) => {
    for (const row of rows) {
      entries.push({ row, depth });
      const inside = groups.get(row.key);
      if (inside && !isFolded(row.key)) add(inside, depth + 1);
    }
  };
  add(groups.get(null) ?? [], 0);
  return entries;
}

/** Where an item is shown; one that has no row of its own, with the one that it belongs to. -1: nowhere. */
export function placeOf(entries: readonly Entry[], transcript: Transcript, key: string): number {
  for (let at: string | null = key; at !== null; at = leaderOf(transcript, at)) {
    const index = entries.findIndex(({ row }) => row.key === at);
    if (index >= 0) return index;
  }
  return -1;
}

/** The call of a result, else what an item came from. */
function leaderOf(transcript: Transcript, key: string): string | null {
  const item = transcript.item(key)?.item;
  const result = item?.content.find((part) => part.type === 'tool_result');
  if (!result) return item?.parent_id ?? null;
  const isCaller = (row: Row) =>
    row.type === 'item' &&
    row.item.content.some((part) => part.type === 'tool_call' && part.call_id === result.call_id);
  return transcript.rows.find(isCaller)?.key ?? null;
}

/** The call that a row is inside of, and what is inside of none. */
function groupsOf(transcript: Transcript): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  const owners = new Map<string, string | null>();
  const calls = new Set<string>();
  for (const row of transcript.rows) {
    const owner = row.type === 'item' ? ownerOf(row, transcript, owners) : null;
    if (row.type === 'item') {
      for (const part of row.item.content) if (part.type === 'tool_call') calls.add(part.call_id);
      if (isResultOf(row, calls)) continue;
    }
    const group = groups.get(owner);
    if (!group) groups.set(owner, [row]);
    else group.splice(placeIn(group, row), 0, row);
  }
  return groups;
}

function ownerOf(row: ItemRow, transcript: Transcript, owners: Map<string, string | null>): string | null {
  const parent = row.item.parent_id === null ? undefined : transcript.item(row.item.parent_id);
  const owner = !parent ? null : isCall(parent) ? parent.key : (owners.get(parent.key) ?? null);
  owners.set(row.key, owner);
  return owner;
}

function placeIn(group: readonly Row[], row: Row): number {
  if (row.type !== 'item' || !isThought(row)) return group.length;
  const parent = group.findLastIndex(({ key }) => key === row.item.parent_id);
  return parent < 0 ? group.length : parent;
}

const isResultOf = ({ item }: ItemRow, calls: Set<string>) =>
  item.kind === 'tool_result' &&
  item.content.some((part) => part.type === 'tool_result' && calls.has(part.call_id));

export const isCall = ({ item }: ItemRow): boolean => item.kind === 'tool_call';

export function isThought({ item }: ItemRow): boolean {
  return item.kind === 'message' && item.content.length > 0 && item.content.every(isReasoning);
}

const isReasoning = ({ type }: ItemRow['item']['content'][number]) => type === 'reasoning';
