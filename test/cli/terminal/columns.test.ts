import { expect, it } from 'vitest';
import { Columns } from '../../../src/cli/terminal/columns.js';
import { fitted } from '../../../src/cli/terminal/fit.js';
import { oneLine, shortened } from '../../../src/cli/terminal/one-line.js';
import { printable } from '../../../src/cli/terminal/printable.js';

it('aligns rows that arrive in groups, ignoring colours', () => {
  const columns = new Columns();
  expect(
    columns.lines([
      ['A', 'B', 'C'],
      ['\u001b[31mred\u001b[39m', 'x', ''],
    ]),
  ).toEqual(['A    B  C', '\u001b[31mred\u001b[39m  x']);
  expect(
    columns.lines([
      ['a', 'long', 'c'],
      ['b', 'x', 'd'],
    ]),
  ).toEqual(['a    long  c', 'b    x     d']);
  expect(columns.lines([['a', 'b', 'c']])).toEqual(['a    b     c']);
});

it('cuts the widest columns first, and none beyond what can be read', () => {
  const rows = [['id', 'a'.repeat(30), 'b'.repeat(20)]];
  expect(fitted(rows, [1, 2], 100)).toEqual(rows);
  const [[id, one, two]] = fitted(rows, [1, 2], 36) as [[string, string, string]];
  expect([id, one.length, two.length]).toEqual(['id', 15, 15]);
  expect(one).toBe(`${'a'.repeat(14)}…`);
  expect(fitted(rows, [1, 2], 1)[0]!.map(({ length }) => length)).toEqual([2, 8, 8]);
});

it('keeps what others wrote from controlling the terminal', () => {
  const hostile = 'one\r\ntwo\u001b[2J\u001b]0;title\u0007 three\u0007\u009b31m\tfour';
  expect(oneLine(hostile)).toBe('one two three four');
  expect(printable(hostile)).toBe('one\ntwo three\tfour');
  expect(printable('+\u0000a\rb\n')).toBe('+ab\n');
  expect(shortened('🙂🙂🙂', 2)).toBe('🙂…');
  expect(shortened('short', 5)).toBe('short');
});
