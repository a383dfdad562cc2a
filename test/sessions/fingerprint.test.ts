import { expect, it } from 'vitest';
import { fingerprintOf } from '../../src/sessions/fingerprint.js';

it('is the same for the same content, and short', () => {
  const given = fingerprintOf('hello', [{ path: 'a', mime: 'image/png' }]);
  expect(fingerprintOf('hello', [{ path: 'a', mime: 'image/png', filename: null }])).toBe(given);
  expect(given).toMatch(/^[\w-]{22}$/);
});

it('differs in the text, and in everything about attachments', () => {
  const contents: Parameters<typeof fingerprintOf>[] = [
    ['', []],
    ['hello', []],
    ['hello ', []],
    ['hello', [{ path: 'a' }]],
    ['hello', [{ path: 'b' }]],
    ['hello', [{ path: 'a', mime: 'b' }]],
    ['hello', [{ path: 'a', filename: 'b' }]],
    ['hello', [{ path: 'a' }, { path: 'b' }]],
    ['hello', [{ path: 'b' }, { path: 'a' }]],
  ];
  const all = contents.map((content) => fingerprintOf(...content));
  expect(new Set(all).size).toBe(contents.length);
});
