/** A row that is being dragged. */
export interface Drag {
  id: string;
  /** The index it would be moved to. */
  to: number;
}

/** The list with one element at another index. */
export function moved<T>(list: readonly T[], element: T, to: number): T[] {
  const others = list.filter((each) => each !== element);
  return others.toSpliced(to, 0, element);
}

/** The index at which a dragged row would be dropped: after all others whose middle is above the pointer. */
export function slotAt(middles: readonly number[], pointer: number): number {
  return middles.filter((middle) => middle < pointer).length;
}

/** Where the dragged row would be dropped, seen from another row: above it, or below the last one. */
export function dropSide(
  ids: readonly string[],
  drag: Drag | null,
  id: string,
): 'before' | 'after' | undefined {
  if (drag === null || id === drag.id || drag.to === ids.indexOf(drag.id)) return undefined;
  const others = ids.filter((each) => each !== drag.id);
  if (others[drag.to] === id) return 'before';
  return drag.to === others.length && others.at(-1) === id ? 'after' : undefined;
}
