import { expect, test } from 'vitest';
import { Stderr } from '../../src/schema/index.js';
import { StderrTail } from '../../src/supervision/stderr-tail.js';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`).join('\n');

function summaryOf(text: string, mask?: (text: string) => string) {
  const tail = new StderrTail(mask);
  tail.push(Buffer.from(text));
  tail.end();
  return Stderr.parse(tail.summary());
}

test('no output gives an empty head', () => {
  expect(summaryOf('')).toEqual({ head: '', truncated: false, total_lines: 0 });
});

test.each([1, 19, 20])('%i lines are all in the head', (count) => {
  expect(summaryOf(numbered(1, count))).toEqual({
    head: numbered(1, count),
    truncated: false,
    total_lines: count,
  });
});

test.each([21, 69, 70])('of %i lines none is lost: the tail continues where the head ends', (count) => {
  expect(summaryOf(numbered(1, count))).toEqual({
    head: numbered(1, 20),
    tail: numbered(21, count),
    truncated: false,
    total_lines: count,
  });
});

test.each([71, 100, 119, 120, 12_345])('of %i lines the first 20 and the last 50 are kept', (count) => {
  expect(summaryOf(numbered(1, count))).toEqual({
    head: numbered(1, 20),
    tail: numbered(count - 49, count),
    truncated: true,
    total_lines: count,
  });
});

test('a very long line is truncated and counts as one', () => {
  const { head, total_lines } = summaryOf(`${'x'.repeat(1_000_000)}\nnext`);
  expect(head).toBe(`${'x'.repeat(4096)}…\nnext`);
  expect(total_lines).toBe(2);
});

test('secrets are masked before lines are truncated', () => {
  const summary = summaryOf(`${'x'.repeat(4090)}top-secret`, (text) => text.replaceAll('top-secret', '***'));
  expect(summary.head).toBe(`${'x'.repeat(4090)}***`);
});
