import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMark, markMatcher, parseMark } from '../../src/supervision/marker.js';

const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/);

test('a mark round-trips', () => {
  fc.assert(
    fc.property(id, id, (owner, sessionId) => {
      expect(parseMark(formatMark({ owner, sessionId }))).toEqual({ owner, sessionId });
    }),
  );
});

test.each(['', 'a', 'a/', '/b', 'a/b/c', 'a b/c', `a/${'b'.repeat(129)}`])('%j is not a mark', (text) => {
  expect(parseMark(text)).toBeNull();
});

test('refuses an id that could not be parsed again', () => {
  expect(() => formatMark({ owner: 'a/b', sessionId: 'c' })).toThrow('"a/b"');
});

test('a pattern matches only its session, or all of its owners', () => {
  const session = markMatcher({ owners: ['a'], sessionId: 's1' });
  const owners = markMatcher({ owners: ['a', 'b'] });
  expect(['a/s1', 'a/s2', 'ab/s1', 'a/s10', 'nonsense'].filter(session)).toEqual(['a/s1']);
  expect(['a/s1', 'a/s2', 'ab/s1', 'b/s1'].filter(owners)).toEqual(['a/s1', 'a/s2', 'b/s1']);
});
