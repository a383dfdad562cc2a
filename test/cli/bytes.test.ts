import { expect, it } from 'vitest';
import { formatBytes, parseBytes } from '../../src/cli/bytes.js';

it.each([
  ['1', 1],
  ['5KiB', 5120],
  ['500MiB', 500 * 1024 ** 2],
  ['20GiB', 20 * 1024 ** 3],
])('reads %s as %d bytes', (text, bytes) => expect(parseBytes(text)).toBe(bytes));

it.each(['', '0', '0MiB', '-1', '1.5GiB', '1 MiB', '1MB', '1mib', '99999999999GiB'])('refuses %j', (text) =>
  expect(() => parseBytes(text)).toThrow('such as 500MiB or 20GiB'),
);

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [90_112, '90.1 kB'],
  [7_812_345, '7.8 MB'],
  [3_000_000_000_000, '3.0 TB'],
])('shows %d as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
