import { type ItemRow, type Row, type Transcript, toolCallOf } from '../../../client/index.js';
import { isEmpty } from '../items/is-empty.js';
import { groupKey, isThought, type ListRow } from './arrange.js';

/** Fewer calls are shown one by one. */
const MIN_CALLS = 2;

/**
 * Joins consecutive reads and searches, with the thoughts in between, into one row each. The members of a group that is
 * open follow it.
 */
export function grouped(
  listRows: readonly ListRow[],
  transcript: Transcript,
  isOpen: (key: string) => boolean,
): ListRow[] {
  const result: ListRow[] = [];
  for (let at = 0; at < listRows.length; ) {
    const end = endOfGroup(listRows, at, transcript);
    const rows = listRows.slice(at, Math.max(end, at + 1));
    const calls = rows.filter(({ row }) => isExploring(row, transcript));
    if (calls.length >= MIN_CALLS) {
      const [{ row, depth }] = rows as [ListRow];
      result.push({ row, depth, members: rows.map((each) => each.row) });
      if (isOpen(groupKey(row.key))) result.push(...rows);
    } else result.push(...rows);
    at += rows.length;
  }
  return result;
}

/** Groups begin and end with a call. Returns the index behind the last one. */
function endOfGroup(listRows: readonly ListRow[], from: number, transcript: Transcript): number {
  let end = from;
  for (let at = from; at < listRows.length; at++) {
    const { row, depth } = listRows[at]!;
    if (depth !== listRows[from]!.depth) break;
    if (isExploring(row, transcript)) end = at + 1;
    else if (at === from || !isBetween(row)) break;
  }
  return end;
}

/** Whether a row is a call that only looks at something. */
export function isExploring(row: Row, transcript: Transcript): row is ItemRow {
  if (row.type !== 'item' || row.item.kind !== 'tool_call' || transcript.threads.has(row.key)) return false;
  const call = row.item.content.find((part) => part.type === 'tool_call');
  if (!call) return false;
  const { kind } = toolCallOf(call);
  return kind === 'read' || kind === 'search';
}

const isBetween = (row: Row) => row.type === 'item' && (isThought(row) || isEmpty(row));
