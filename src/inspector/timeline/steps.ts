import type { Turn } from '../../client/index.js';

/** Where a step of one turn leads: to the beginning of this or the one before, or of the one after; null: to now. */
export function turnFrom(turns: readonly Turn[], from: number, by: 1 | -1): number | null {
  const starts = turns.map(({ startedSequence }) => startedSequence);
  if (by > 0) return starts.find((start) => start > from) ?? null;
  return starts.findLast((start) => start < from) ?? 1;
}

/** Where a step leads; null: to now. */
export function stepFrom(total: number, from: number, by: number): number | null {
  const to = Math.max(1, from + by);
  return to >= total && by > 0 ? null : to;
}
