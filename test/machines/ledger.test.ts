import { describe, expect, it } from 'vitest';
import {
  additionsSince,
  emptyLedger,
  get,
  type LedgerEntry,
  ledgerOf,
  put,
} from '../../machines/session/ledger.js';

const entries = (from: number, to: number): LedgerEntry[] =>
  Array.from({ length: to - from }, (_, i) => [`k${from + i}`, `v${from + i}`]);

const added = (all: readonly LedgerEntry[]) =>
  all.reduce((ledger, [key, value]) => put(ledger, key, value), emptyLedger);

describe('a ledger', () => {
  it('finds the newest value of a key', () => {
    const ledger = put(added(entries(0, 200)), 'k3', 'again');
    expect([get(ledger, 'k3'), get(ledger, 'k150'), get(ledger, 'k200')]).toEqual([
      'again',
      'v150',
      undefined,
    ]);
  });

  it.each(['constructor', '__proto__', '7'])('has an entry %s only if it was added', (key) => {
    expect(get(added(entries(0, 3)), key)).toBeUndefined();
    expect(get(put(added(entries(0, 3)), key, 'x'), key)).toBe('x');
    expect(additionsSince(put(added(entries(0, 3)), key, 'x'), 3)).toEqual([[key, 'x']]);
  });

  it('keeps the newest 4,096 entries, however many were added', () => {
    const ledger = added(entries(0, 10_000));
    const kept = additionsSince(ledger, 0);
    expect(ledger.count).toBe(10_000);
    expect(kept.length).toBeGreaterThanOrEqual(4096);
    expect(kept.length).toBeLessThan(4096 + 129);
    expect([get(ledger, 'k9999'), get(ledger, 'k5904'), get(ledger, 'k5000')]).toEqual([
      'v9999',
      'v5904',
      undefined,
    ]);
  });

  it.each([0, 1, 127, 128, 129, 300])('tells the entries since it had %i', (count) => {
    expect(additionsSince(added(entries(0, 300)), count)).toEqual(entries(count, 300));
  });

  it.each([0, 1, 128, 129, 5000])('made of %i entries is as if they had been added', (count) => {
    expect(ledgerOf(entries(0, count))).toEqual(added(entries(0, count)));
  });
});
