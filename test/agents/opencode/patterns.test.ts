import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers } from '../../../src/agents/opencode/patterns.js';

/** The same by a regular expression, for short patterns. */
function coversSlowly(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replace(/ \.\*$/, '( .*)?');
  return new RegExp(`^${source}$`, 's').test(text);
}

it('matches what the pattern means', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '?', '\n'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 10 });
  fc.assert(
    fc.property(pattern, text, (given, of) => {
      expect(covers(given, of)).toBe(coversSlowly(given, of));
    }),
    { numRuns: 2_000 },
  );
});

it('takes characters that are special in regular expressions literally', () => {
  expect(covers('a.(b)+*', 'a.(b)+c')).toBe(true);
  expect(covers('a.b', 'axb')).toBe(false);
});

it('is decided at once for a pattern of many wildcards', () => {
  expect(covers(`${'*a'.repeat(40)}*b`, 'a'.repeat(2_000))).toBe(false);
});
