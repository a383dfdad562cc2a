import { describe, expect, it } from 'vitest';
import { bytesOf, bytesText, durationOf, durationText } from '../../../src/schema/index.js';

describe('durations', () => {
  it.each([
    ['1ms', 1],
    ['90s', 90_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['30d', 2_592_000_000],
  ])('%s is %d milliseconds, and written the same', (text, ms) => {
    expect(durationOf(text)).toBe(ms);
    expect(durationText(ms)).toBe(text);
  });

  it.each(['', '0', '0s', '5', 's', '-5s', '1.5h', '1 h', ' 1h', '1H', '1h30m', '1y', '99999999999999999d'])(
    '%j is none',
    (text) => expect(durationOf(text)).toBeNull(),
  );
});

describe('sizes', () => {
  it.each([
    ['1', 1],
    ['5KiB', 5120],
    ['500MiB', 500 * 1024 ** 2],
    ['20GiB', 20 * 1024 ** 3],
  ])('%s is %d bytes, and written the same', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes);
    expect(bytesText(bytes)).toBe(text);
  });

  it.each(['', '0', '0MiB', '-1', '1.5GiB', '1 MiB', '1MB', '1mib', '99999999999GiB'])('%j is none', (text) =>
    expect(bytesOf(text)).toBeNull(),
  );
});
