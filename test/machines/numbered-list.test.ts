import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryWith,
  inOrder,
  type NumberedList,
  withNumbered,
  withoutNumbered,
} from '../../machines/session/numbered-list.js';

type Entry = { number: number; text: string };
type Change = { number: number; text: string | null };

const entry = (number: number, text = ''): Entry => ({ number, text });
const listOf = (numbers: readonly number[]) =>
  numbers.reduce<NumberedList<Entry>>((list, number) => withNumbered(list, entry(number)), []);

const changed = (list: NumberedList<Entry>, { number, text }: Change) =>
  text === null ? withoutNumbered(list, number) : withNumbered(list, entry(number, text));

describe('a numbered list', () => {
  it('is in the order of the numbers, whatever was added, replaced or removed, and in which order', () => {
    const change = fc.record({ number: fc.nat(100), text: fc.option(fc.string()) });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const list = changes.reduce<NumberedList<Entry>>(changed, []);
        const expected = new Map<number, string>();
        for (const { number, text } of changes) {
          if (text === null) expected.delete(number);
          else expected.set(number, text);
        }
        const sorted = [...expected].sort(([a], [b]) => a - b).map(([number, text]) => entry(number, text));
        expect([...inOrder(list)]).toEqual(sorted);
        for (const { number } of changes)
          expect(entryWith(list, number)).toEqual(sorted.find((each) => each.number === number));
        // The same entries make the same list, however they came together.
        expect(list).toEqual(sorted.reduce<NumberedList<Entry>>(withNumbered, []));
      }),
    );
  });

  it('leaves earlier versions as they were, and shares all stretches but one with them', () => {
    const list = listOf(Array.from({ length: 1000 }, (_, i) => i));
    const before = structuredClone(list);
    for (const other of [withNumbered(list, entry(500, 'other')), withoutNumbered(list, 500)])
      expect(other.filter((stretch) => !list.includes(stretch))).toHaveLength(1);
    expect(list).toEqual(before);
  });

  it('has nothing left of entries that were removed', () => {
    expect(withoutNumbered(listOf([7]), 7)).toEqual([]);
    expect(withoutNumbered(listOf([7]), 8)).toEqual(listOf([7]));
    expect(withoutNumbered(listOf([]), 8)).toEqual([]);
  });
});
