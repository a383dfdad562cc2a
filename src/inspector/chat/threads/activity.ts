import { type ItemRow, type Row, type Thread, toolCallOf } from '../../../client/index.js';
import { toolVerbs } from '../../../schema/index.js';
import { duration } from '../../../text/amounts.js';

/** What a sub-agent does at the moment: its open tool call, else whether it writes or thinks. */
export function activityOf({ rows }: Thread): string {
  const results = new Set(rows.filter(isItem).flatMap(resultIds));
  for (const row of rows.toReversed()) {
    if (row.type !== 'item' || row.item.kind === 'status') continue;
    const call = row.item.content.find((part) => part.type === 'tool_call');
    if (call && !results.has(call.call_id)) {
      const { kind, title } = toolCallOf(call);
      return `${toolVerbs[kind]} ${title}`;
    }
    return isWriting(row) ? 'Writing' : 'Thinking';
  }
  return 'Thinking';
}

function isWriting({ item }: ItemRow): boolean {
  if (item.kind !== 'message' || item.role !== 'assistant' || item.status !== 'in_progress') return false;
  return !item.content.some(({ type }) => type === 'reasoning');
}

/** `12 tool calls`; nothing without any. */
export function stepsOf({ rows }: Thread): string {
  const calls = rows.filter((row) => row.type === 'item' && row.item.kind === 'tool_call').length;
  if (calls === 0) return '';
  return calls === 1 ? '1 tool call' : `${calls} tool calls`;
}

/** How long all of its runs took; nothing below a second. */
export function timeOf({ runs }: Thread): string {
  const ms = runs.reduce(
    (sum, { time, completedAt }) => sum + (completedAt ? Date.parse(completedAt) - Date.parse(time) : 0),
    0,
  );
  return ms < 1000 ? '' : duration(ms);
}

const isItem = (row: Row): row is ItemRow => row.type === 'item';

/** The calls that a completed result belongs to. */
function resultIds({ item }: ItemRow): string[] {
  if (item.status === 'in_progress') return [];
  return item.content.flatMap((part) => (part.type === 'tool_result' ? [part.call_id] : []));
}
