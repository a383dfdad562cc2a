/** The events that are loaded, of all. */
export interface Span {
  first: number;
  last: number;
  total: number;
}

/**
 * The target of a step by one turn: the start of this, the previous or the next one; null for now. `starts` are those among
 * the loaded events; beyond them, the step ends where others are to be loaded.
 */
export function turnFrom(
  starts: readonly number[],
  { first, last, total }: Span,
  from: number,
  by: 1 | -1,
): number | null {
  if (by > 0) return starts.find((start) => start > from) ?? (last < total ? last + 1 : null);
  return starts.findLast((start) => start < from) ?? Math.max(1, first - 1);
}

/** The target of a step by events; null for now. */
export function stepFrom(total: number, from: number, by: number): number | null {
  const to = Math.max(1, from + by);
  return to >= total && by > 0 ? null : to;
}
