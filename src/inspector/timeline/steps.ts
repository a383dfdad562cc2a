import type { Turn } from '../../client/index.js';

/** The target of a step by one turn: the start of this, the previous or the next one; null for now. */
export function turnFrom(turns: readonly Turn[], from: number, by: 1 | -1): number | null {
  const starts = turns.map(({ startedSequence }) => startedSequence);
  if (by > 0) return starts.find((start) => start > from) ?? null;
  return starts.findLast((start) => start < from) ?? 1;
}

/** The target of a step by events; null for now. */
export function stepFrom(total: number, from: number, by: number): number | null {
  const to = Math.max(1, from + by);
  return to >= total && by > 0 ? null : to;
}
