import { describe, expect, it } from 'vitest';
import type { Draft, DraftOf } from '../../src/schema/index.js';
import { Overrun } from '../../src/sessions/overrun.js';
import { turnEnds } from '../support/drafts.js';

const delta: Draft = { type: 'item.delta', key: 'a', delta: 'x' };

/** A session with a limit of 10 characters, in a turn. */
class Rig {
  uncommitted = 0;
  turn: string | null = 'one';
  isShared = true;
  readonly errors: DraftOf<'error'>[] = [];
  readonly overrun = new Overrun({
    limit: 10,
    isShared: () => this.isShared,
    uncommitted: () => this.uncommitted,
    turn: () => this.turn,
    onError: (error) => this.errors.push(error),
  });

  /** How many drafts of a payload are taken when this much waits. */
  admitted(uncommitted: number, ...drafts: Draft[]): number {
    this.uncommitted = uncommitted;
    return this.overrun.admit(drafts).length;
  }

  get codes() {
    return this.errors.map(({ code }) => code);
  }
}

describe('a session on a shared server', () => {
  it('is not noticed within its limit', () => {
    const rig = new Rig();
    expect(rig.admitted(10, delta, delta)).toBe(2);
    expect(rig.errors).toEqual([]);
  });

  it('is interrupted once when it is over it, and still taken', () => {
    const rig = new Rig();
    expect([rig.admitted(11, delta), rig.admitted(20, delta), rig.admitted(5, delta)]).toEqual([1, 1, 1]);
    expect(rig.errors).toMatchObject([
      { code: 'uncommitted_limit', details: { retryable: false, category: 'overloaded' } },
    ]);
  });

  it('is dropped beyond twice its limit, but for what ends something, and that is told before and after', () => {
    const rig = new Rig();
    rig.admitted(11, delta);
    expect(rig.admitted(21, delta, delta)).toBe(0);
    expect(rig.codes).toEqual(['uncommitted_limit', 'output_dropped']);
    expect(rig.admitted(21, delta)).toBe(0);
    expect(rig.admitted(21, { type: 'permission.resolved', key: 'p', reply: 'cancelled' })).toBe(1);
    expect(rig.errors).toHaveLength(2);
    expect(rig.admitted(21, delta, turnEnds())).toBe(1);
    expect(rig.errors.at(-1)).toMatchObject({ message: '3 messages of the agent were dropped.' });
  });

  it('is dropped until its turn has ended, even if there is room again', () => {
    const rig = new Rig();
    rig.admitted(30, delta);
    expect(rig.admitted(0, delta)).toBe(0);
    rig.turn = null;
    expect(rig.admitted(0, delta)).toBe(1);
  });

  it('is dropped until there is room, even if its turn has ended', () => {
    const rig = new Rig();
    rig.admitted(30, delta);
    rig.turn = null;
    expect(rig.admitted(11, delta)).toBe(0);
    rig.uncommitted = 10;
    rig.overrun.settle();
    expect(rig.errors.at(-1)).toMatchObject({ message: '2 messages of the agent were dropped.' });
    expect(rig.admitted(10, delta)).toBe(1);
  });

  it('is interrupted again in a later turn', () => {
    const rig = new Rig();
    rig.admitted(11, delta);
    rig.turn = 'two';
    rig.admitted(0, delta);
    rig.admitted(11, delta);
    expect(rig.codes).toEqual(['uncommitted_limit', 'uncommitted_limit']);
  });

  it('may end its turn with any amount', () => {
    const rig = new Rig();
    expect(rig.admitted(1000, turnEnds())).toBe(1);
    expect(rig.errors).toEqual([]);
  });
});

it('a session with a process of its own is left to back-pressure', () => {
  const rig = new Rig();
  rig.isShared = false;
  expect(rig.admitted(1000, delta)).toBe(1);
  expect(rig.errors).toEqual([]);
});
