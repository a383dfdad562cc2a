import { expect, it } from 'vitest';
import { addressKey } from '../../../src/server/access/address.js';
import { AttemptCounter, isTold } from '../../../src/server/access/attempts.js';
import { WrongTokens } from '../../../src/server/access/wrong-tokens.js';

/** The delays of so many wrong tokens that come at the same moment. */
function delays(count: number, addresses: (n: number) => string): number[] {
  const waits: number[] = [];
  const wrong = new WrongTokens({
    now: () => 1_000_000,
    clock: { setTimeout: ((_: () => void, ms: number) => ({ n: waits.push(ms) })) as never },
  });
  for (let n = 0; n < count; n++) void wrong.answerable(addresses(n));
  return waits;
}

it('are not slowed down at first, then one after another, and never for long', () => {
  expect(delays(5, () => 'a')).toEqual([]);
  expect(delays(9, () => 'a')).toEqual([100, 300, 700, 1500]);
  expect(Math.max(...delays(1000, () => 'a'))).toBe(5000);
});

it('are slowed down by address', () => {
  expect(delays(50, (n) => `10.0.0.${n}`)).toEqual([]);
});

it('are forgotten after a while, and so are the oldest of too many addresses', () => {
  let now = 0;
  const counter = new AttemptCounter(() => now);
  expect([counter.add('a').count, counter.add('a').count]).toEqual([1, 2]);
  now += 10 * 60_000;
  expect(counter.add('a').count).toBe(1);
  for (let n = 0; n < 1000; n++) counter.add(`other ${n}`);
  expect(counter.add('a').count).toBe(1);
  expect(counter.add('other 999').count).toBe(2);
});

it('are told of at the 1st, the 10th, the 100th …', () => {
  const told = Array.from({ length: 2000 }, (_, n) => n + 1).filter(isTold);
  expect(told).toEqual([1, 10, 100, 1000]);
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('the address %s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));
