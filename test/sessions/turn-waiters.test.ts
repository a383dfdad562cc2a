import { describe, expect, it } from 'vitest';
import { TurnWaiters } from '../../src/sessions/turn-waiters.js';

describe('waiting for the end of a turn', () => {
  it('resolves every waiter with the sequence', async () => {
    const turns = new TurnWaiters();
    const ends = [turns.endOf('m1'), turns.endOf('m1')];
    turns.started('m1');
    turns.ended(7);
    expect(await Promise.all(ends)).toEqual([7, 7]);
  });

  it('ignores the end of another turn', async () => {
    const turns = new TurnWaiters();
    const second = turns.endOf('m2');
    turns.started('m1');
    turns.ended(3);
    turns.started('m2');
    turns.ended(9);
    expect(await second).toBe(9);
  });

  it('supports waiting for the running turn, whoever started it', async () => {
    const turns = new TurnWaiters();
    turns.started('m1');
    const first = turns.endOfRunning();
    turns.ended(4);
    turns.started('');
    const own = turns.endOfRunning();
    turns.ended(8);
    expect(await Promise.all([first, own])).toEqual([4, 8]);
  });

  it('resolves each waiter once', async () => {
    const turns = new TurnWaiters();
    const first = turns.endOf('m1');
    turns.started('m1');
    turns.ended(1);
    const again = turns.endOf('m1');
    turns.started('m1');
    turns.ended(2);
    expect(await Promise.all([first, again])).toEqual([1, 2]);
  });
});
