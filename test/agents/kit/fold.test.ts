import { describe, expect, test } from 'vitest';
import { delta } from '../../../src/agents/kit/drafts.js';
import { follow, nothing, stepOf } from '../../../src/agents/kit/fold.js';
import { at, defined, without } from '../../../src/agents/kit/record.js';

describe('follow', () => {
  test('passes each fold the state of the previous one', () => {
    const count = (state: number) => ({ state: state + 1, drafts: [delta('k', `${state}`)] });
    expect(follow(1, count, count)).toEqual({ state: 3, drafts: [delta('k', '1'), delta('k', '2')] });
  });

  test('keeps the state if a fold returns only drafts', () => {
    expect(
      follow(
        7,
        () => [delta('k', 'a')],
        () => nothing,
      ),
    ).toEqual({ state: 7, drafts: [delta('k', 'a')] });
  });

  test('stepOf keeps a falsy state', () => {
    expect(stepOf(5, { state: 0, drafts: [] })).toEqual({ state: 0, drafts: [] });
    expect(stepOf(5, { drafts: [] })).toEqual({ state: 5, drafts: [] });
  });
});

describe('records with untrusted keys', () => {
  test('at finds only own keys', () => {
    expect(at({ a: 1 }, 'a')).toBe(1);
    expect(at<unknown>({}, 'constructor')).toBeUndefined();
  });

  test('without copies only if a key is removed', () => {
    const record = { a: 1, b: 2, c: 3 };
    expect(without(record, 'a', 'c')).toEqual({ b: 2 });
    expect(without(record, 'x')).toBe(record);
    expect(record).toEqual({ a: 1, b: 2, c: 3 });
  });

  test('defined omits only null and undefined', () => {
    expect(defined({ a: 0, b: null, c: undefined, d: '', e: false })).toEqual({ a: 0, d: '', e: false });
  });
});
