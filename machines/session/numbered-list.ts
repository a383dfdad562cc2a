/**
 * A persistent list of entries in the order of their numbers. It is split into stretches, so that a change copies one of
 * them. Plain data, which can be stored as JSON.
 */
export type NumberedList<T extends Numbered> = readonly Stretch<T>[];

interface Numbered {
  readonly number: number;
}

/** Never empty. */
type Stretch<T> = readonly T[];

/** How many numbers belong to a stretch. */
const LENGTH = 16;

export function entryWith<T extends Numbered>(list: NumberedList<T>, number: number): T | undefined {
  return list[placeOf(list, number)]?.find((entry) => entry.number === number);
}

/** With a new entry, or with another one of the same number. */
export function withNumbered<T extends Numbered>(list: NumberedList<T>, entry: T): NumberedList<T> {
  const { number } = entry;
  const at = placeOf(list, number);
  const stretch = list[at] ?? [];
  if (!isOf(stretch, number)) return [...list.slice(0, at), [entry], ...list.slice(at)];
  const before = stretch.filter((other) => other.number < number);
  const after = stretch.filter((other) => other.number > number);
  const copy = list.slice();
  copy[at] = [...before, entry, ...after];
  return copy;
}

export function withoutNumbered<T extends Numbered>(list: NumberedList<T>, number: number): NumberedList<T> {
  const at = placeOf(list, number);
  const stretch = list[at];
  if (!stretch) return list;
  const others = stretch.filter((entry) => entry.number !== number);
  if (others.length === 0) return list.filter((each) => each !== stretch);
  const copy = list.slice();
  copy[at] = others;
  return copy;
}

export function* inOrder<T extends Numbered>(list: NumberedList<T>): Generator<T> {
  for (const stretch of list) yield* stretch;
}

/** The index of the stretch that a number belongs to, or would be before. */
function placeOf<T extends Numbered>(list: NumberedList<T>, number: number): number {
  const wanted = stretchOf(number);
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (stretchOf(list[middle]![0]!.number) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isOf<T extends Numbered>(stretch: Stretch<T>, number: number): boolean {
  return stretch[0] !== undefined && stretchOf(stretch[0].number) === stretchOf(number);
}

function stretchOf(number: number): number {
  return Math.floor(number / LENGTH);
}
