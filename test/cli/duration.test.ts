import { expect, it } from 'vitest';
import { parseDuration } from '../../src/cli/duration.js';

it.each([
  ['1ms', 1],
  ['90s', 90_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['30d', 2_592_000_000],
])('reads %s as %d milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms));

it.each(['', '0', '0s', '5', 's', '-5s', '1.5h', '1 h', ' 1h', '1H', '1h30m', '1y', '99999999999999999d'])(
  'refuses %j',
  (text) => expect(() => parseDuration(text)).toThrow('a duration such as 90s, 15m or 2h'),
);
