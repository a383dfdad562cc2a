/** A copy of a set with a value added, or removed if it was there. */
export function toggledIn<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const copy = new Set(set);
  if (!copy.delete(value)) copy.add(value);
  return copy;
}
