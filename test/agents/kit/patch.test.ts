import { expect, test } from 'vitest';
import { hunksIn, patched } from '../../../src/agents/kit/patch.js';

const body = Array.from({ length: 9 }, (_, i) => `line ${i + 1}`);
const text = (lines: readonly string[], eol = '\n') => lines.map((line) => `${line}${eol}`).join('');
const PATCH = '--- x\n+++ x\n@@ -4,3 +4,4 @@\n line 4\n-line 5\n+LINE 5\n+\n line 6\n';
const after = [...body.slice(0, 4), 'LINE 5', '', ...body.slice(5)];

test('applies hunks at their positions', () => {
  expect(patched(text(body), hunksIn(PATCH)!)).toBe(text(after));
  expect(patched(text(['new', ...body]), hunksIn(PATCH)!)).toBeNull();
  expect(patched('', hunksIn(PATCH)!)).toBeNull();
});

test('restores indentation that all lines lack', () => {
  const indented = (lines: readonly string[]) => text(lines.map((line) => (line === '' ? '' : `\t${line}`)));
  expect(patched(indented(body), hunksIn(PATCH)!)).toBe(indented(after));
});

test('keeps the line breaks of the file', () => {
  expect(patched(text(body, '\r\n'), hunksIn(PATCH)!)).toBe(text(after, '\r\n'));
  const last = '@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n';
  expect(patched('x\ny', hunksIn(last)!)).toBe('x\nz');
});

test('has no hunks if it cannot be parsed', () => {
  expect(hunksIn('nonsense')).toBeNull();
  expect(hunksIn('@@ -1,3 +1,3 @@\n x\n')).toBeNull();
});
