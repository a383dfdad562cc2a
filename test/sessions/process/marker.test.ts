import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMark, markMatcher, parseMark } from '../../../src/sessions/process/marker.js';

const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/);

test('a mark reads back as what was written', () => {
  fc.assert(
    fc.property(id, id, (installationId, sessionId) => {
      expect(parseMark(formatMark({ installationId, sessionId }))).toEqual({ installationId, sessionId });
    }),
  );
});

test.each(['', 'a', 'a/', '/b', 'a/b/c', 'a b/c', `a/${'b'.repeat(129)}`])('%j is no mark', (text) => {
  expect(parseMark(text)).toBeNull();
});

test('an id that could not be read back is refused', () => {
  expect(() => formatMark({ installationId: 'a/b', sessionId: 'c' })).toThrow('"a/b"');
});

test('a pattern matches its session only, or all of its installation', () => {
  const session = markMatcher({ installationId: 'a', sessionId: 's1' });
  const installation = markMatcher({ installationId: 'a' });
  expect(['a/s1', 'a/s2', 'ab/s1', 'a/s10', 'nonsense'].filter(session)).toEqual(['a/s1']);
  expect(['a/s1', 'a/s2', 'ab/s1', 'b/s1'].filter(installation)).toEqual(['a/s1', 'a/s2']);
});
