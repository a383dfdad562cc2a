import { describe, expect, it } from 'vitest';
import { Snapshots } from '../../src/sessions/snapshots.js';

/** A session whose snapshot of 1,000 characters has just been taken. */
function saved(): Snapshots {
  const snapshots = new Snapshots();
  snapshots.taken(1000);
  return snapshots;
}

function add(snapshots: Snapshots, events: number, chars: number): Snapshots {
  for (let i = 0; i < events; i++) snapshots.addEvent('item.delta', chars);
  return snapshots;
}

describe('snapshots', () => {
  it('are due for a session that was created or loaded', () => {
    expect(new Snapshots().isDue).toBe(true);
  });

  it('are not due twice', () => {
    expect(saved().isDue).toBe(false);
  });

  it('are due on request', () => {
    const snapshots = saved();
    snapshots.request();
    expect(snapshots.isDue).toBe(true);
  });

  it.each(['turn.started', 'turn.ended', 'permission.requested', 'session.ended'] as const)(
    'are due after %s',
    (type) => {
      const snapshots = saved();
      snapshots.addEvent(type, 1);
      expect(snapshots.isDue).toBe(true);
    },
  );

  it.each(['item.started', 'item.delta', 'item.completed', 'error', 'agent.unparsed'] as const)(
    'are not due after %s, of which there may be many',
    (type) => {
      const snapshots = saved();
      snapshots.addEvent(type, 10_000);
      expect(snapshots.isDue).toBe(false);
    },
  );

  it('are overdue after 1,000 events', () => {
    expect([add(saved(), 999, 2).isDue, add(saved(), 1000, 2).isDue]).toEqual([false, true]);
  });

  it('are overdue after 256 Ki characters', () => {
    expect([add(saved(), 3, 65_536).isDue, add(saved(), 4, 65_536).isDue]).toEqual([false, true]);
  });

  it('are not overdue until as much was written as the last snapshot is long', () => {
    const snapshots = new Snapshots();
    snapshots.taken(1_000_000);
    expect([add(snapshots, 1000, 999).isDue, add(snapshots, 1, 1000).isDue]).toEqual([false, true]);
  });
});

describe('snapshots for time travel', () => {
  it('are kept once per 1,000 events', () => {
    const snapshots = new Snapshots();
    const kept = [1, 998, 1, 500, 499, 1].map((events) => add(snapshots, events, 1).taken(1));
    expect(kept).toEqual([false, false, true, false, false, true]);
  });

  it('are kept once per 256 Ki characters', () => {
    const snapshots = new Snapshots();
    expect([3, 1, 3, 1].map((events) => add(snapshots, events, 65_536).taken(1))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
