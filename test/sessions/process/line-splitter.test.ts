import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from '../../../src/sessions/process/line-splitter.js';

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

/** Cuts bytes into pieces of the given sizes, over and over. */
function pieces(bytes: Buffer, sizes: number[]): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

test('lines come out the same however the bytes were cut', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), sizes, (expected, end, sizes) => {
      const bytes = Buffer.from(expected.map((text) => text + end).join(''));
      expect(split(pieces(bytes, sizes)).lines).toEqual(expected);
    }),
  );
});

test('a last line without an end is delivered at the end', () => {
  expect(split([Buffer.from('a\nb')]).lines).toEqual(['a', 'b']);
  expect(split([Buffer.from('a\n')]).lines).toEqual(['a']);
});

test('only the one carriage return before a line end goes', () => {
  expect(split([Buffer.from('a\r'), Buffer.from('\nb\rc\r\r\n\r\n')]).lines).toEqual(['a', 'b\rc\r', '']);
});

test('bytes that are no UTF-8 are replaced and harm nothing else', () => {
  expect(split([Buffer.from('61ff620ac3', 'hex'), Buffer.from('a90ac30a', 'hex')]).lines).toEqual([
    'a\ufffdb',
    'é',
    '\ufffd',
  ]);
});

test.each([1, 7, 1000])(
  'a line beyond the limit is told once, and the next ones are whole (chunks of %i)',
  (size) => {
    const bytes = Buffer.from(
      `${'é'.repeat(50)}\nshort\n${'y'.repeat(99)}\n${'z'.repeat(10)}\n${'w'.repeat(60)}`,
    );
    const { lines, long } = split(pieces(bytes, [size]), 20);
    expect(lines).toEqual(['short', 'z'.repeat(10)]);
    expect(long.map((head) => head[0])).toEqual(['é', 'y', 'w']);
  },
);

test('a line of exactly the limit is taken', () => {
  expect(split([Buffer.from('12345\n123456\n12345')], 5)).toEqual({
    lines: ['12345', '12345'],
    long: ['123456'],
  });
  expect(split(pieces(Buffer.from('12345\n'), [2]), 5).lines).toEqual(['12345']);
});

test('a callback that throws loses no other line', () => {
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

test('a long line of small chunks is linear', () => {
  const chunk = Buffer.from('0123456789'.repeat(10));
  const before = performance.now();
  const { lines } = split([...Array.from({ length: 200_000 }, () => chunk), Buffer.from('\n')]);
  expect(lines[0]).toHaveLength(20_000_000);
  expect(performance.now() - before).toBeLessThan(5_000);
});
