import { describe, expect, it } from 'vitest';
import { Refusals } from '../../src/sessions/refusals.js';

const refusal = (subject: string, sequence = 1) => ({
  sessionId: 's',
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  input: 'draft.item.delta',
  subject,
  reason: 'too late',
  problem: null,
});

describe('refusals', () => {
  it('are numbered, and repetitions at the same sequence are counted', () => {
    const refusals = new Refusals();
    for (const [subject, sequence] of [
      ['a', 1],
      ['a', 1],
      ['a', 2],
      ['b', 2],
    ] as const) {
      refusals.add(refusal(subject, sequence));
    }
    expect(refusals.all.map(({ number, subject, count }) => [number, subject, count])).toEqual([
      [1, 'a', 2],
      [2, 'a', 1],
      [3, 'b', 1],
    ]);
  });

  it('are limited to the latest hundred', () => {
    const refusals = new Refusals();
    for (let i = 1; i <= 150; i++) refusals.add(refusal(`item ${i}`));
    expect(refusals.all).toHaveLength(100);
    expect([refusals.all[0]!.number, refusals.all.at(-1)!.number]).toEqual([51, 150]);
  });
});
