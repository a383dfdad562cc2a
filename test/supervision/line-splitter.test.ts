import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { LineSplitter } from '../../src/supervision/line-splitter.js';

function split(chunks: Buffer[], limit?: number): { lines: string[]; long: string[] } {
  const lines: string[] = [];
  const long: string[] = [];
  const splitter = new LineSplitter({
    onLine: (line) => lines.push(line),
    onLongLine: (head) => long.push(head),
    ...(limit !== undefined && { limit }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, long };
}

/** Cuts bytes into chunks of the given sizes, repeatedly. */
function pieces(bytes: Buffer, sizes: number[]): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

test('produces the same lines for any chunking', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), sizes, (expected, end, sizes) => {
      const bytes = Buffer.from(expected.map((text) => text + end).join(''));
      expect(split(pieces(bytes, sizes)).lines).toEqual(expected);
    }),
  );
});

test('delivers an unterminated last line at the end', () => {
  expect(split([Buffer.from('a\nb')]).lines).toEqual(['a', 'b']);
  expect(split([Buffer.from('a\n')]).lines).toEqual(['a']);
});

test('strips only one carriage return before a line break', () => {
  expect(split([Buffer.from('a\r'), Buffer.from('\nb\rc\r\r\n\r\n')]).lines).toEqual(['a', 'b\rc\r', '']);
});

test('replaces invalid UTF-8 without affecting other lines', () => {
  expect(split([Buffer.from('61ff620ac3', 'hex'), Buffer.from('a90ac30a', 'hex')]).lines).toEqual([
    'a\ufffdb',
    'é',
    '\ufffd',
  ]);
});

test.each([1, 7, 1000])(
  'reports an oversized line once and delivers the next ones completely (chunks of %i)',
  (size) => {
    const bytes = Buffer.from(
      `${'é'.repeat(50)}\nshort\n${'y'.repeat(99)}\n${'z'.repeat(10)}\n${'w'.repeat(60)}`,
    );
    const { lines, long } = split(pieces(bytes, [size]), 20);
    expect(lines).toEqual(['short', 'z'.repeat(10)]);
    expect(long.map((head) => head[0])).toEqual(['é', 'y', 'w']);
  },
);

test('accepts a line of exactly the limit', () => {
  expect(split([Buffer.from('12345\n123456\n12345')], 5)).toEqual({
    lines: ['12345', '12345'],
    long: ['123456'],
  });
  expect(split(pieces(Buffer.from('12345\n'), [2]), 5).lines).toEqual(['12345']);
});

test('loses no other line if a callback throws', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter({
    onLine(line) {
      lines.push(line);
      if (line === 'bad') throw new Error('bad');
    },
  });
  splitter.push(Buffer.from('ba'));
  expect(() => splitter.push(Buffer.from('d\n'))).toThrow('bad');
  splitter.push(Buffer.from('good\n'));
  expect(lines).toEqual(['bad', 'good']);
});

test('copies a long line of small chunks a constant number of times', () => {
  const chunk = Buffer.from('0123456789'.repeat(10));
  const chunks = [...Array.from({ length: 2_000 }, () => chunk), Buffer.from('\n')];
  const moved = countMovedBytes();
  const { lines } = split(chunks);
  expect(lines[0]).toHaveLength(200_000);
  // Once on arrival, and at most twice while the buffer doubles.
  expect(moved()).toBeGreaterThanOrEqual(200_000);
  expect(moved()).toBeLessThanOrEqual(3 * 200_000);
});

test('does not copy a line of many megabytes again while it grows', () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const moved = countMovedBytes();
  const sizes: number[] = [];
  const splitter = new LineSplitter({
    onLine: () => {},
    onHeavyLine: (parts) => sizes.push(...parts.map(({ length }) => length)),
  });
  for (let i = 0; i < 200; i++) splitter.push(chunk);
  splitter.push(Buffer.from('\n'));
  const MEBI = 1024 * 1024;
  expect(sizes.reduce((sum, size) => sum + size)).toBe(200 * chunk.length);
  expect(Math.max(...sizes)).toBe(MEBI);
  // Once on arrival, and the first block while it doubled.
  expect(moved()).toBeLessThanOrEqual(200 * chunk.length + MEBI);
});

test.each(['\n', '\r\n'])(
  'delivers lines of more than 4 MiB as bytes, in order with the others (%j)',
  (end) => {
    const heavy = 'ü'.repeat(2 * 1024 * 1024 + 1);
    const got: string[] = [];
    const splitter = new LineSplitter({
      onLine: (line) => got.push(line),
      onHeavyLine: (parts) => got.push(`heavy ${Buffer.concat(parts).toString()}`),
    });
    const bytes = Buffer.from(['a', heavy, 'b', heavy].join(end));
    for (const chunk of pieces(bytes, [65_537])) splitter.push(chunk);
    splitter.end();
    expect(got.map((line) => line.length)).toEqual(
      ['a', `heavy ${heavy}`, 'b', `heavy ${heavy}`].map((line) => line.length),
    );
    expect(got[1]).toBe(got[3]);
    expect(got[1]).toBe(`heavy ${heavy}`);
    got.length = 0;
    splitter.push(bytes);
    splitter.end();
    expect(got.map((line) => line.slice(0, 6))).toEqual(['a', 'heavy ', 'b', 'heavy ']);
  },
);

/** Counts the bytes copied between buffers from now on. */
function countMovedBytes(): () => number {
  const copy = vi.spyOn(Buffer.prototype, 'copy');
  const concat = vi.spyOn(Buffer, 'concat');
  return () => {
    const copied = copy.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    return concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, copied);
  };
}
