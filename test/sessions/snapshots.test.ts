import { describe, expect, it } from 'vitest';
import { Snapshots } from '../../src/sessions/snapshots.js';

/** A session whose snapshot of 1,000 characters was taken at event 10. */
function saved(): Snapshots {
  const snapshots = new Snapshots(0);
  snapshots.taken(10, 1000);
  return snapshots;
}

describe('snapshots', () => {
  it('are due for a session that has none yet', () => {
    expect(new Snapshots(0).isDue(0)).toBe(true);
  });

  it('are not due twice', () => {
    expect(saved().isDue(10)).toBe(false);
  });

  it('are due on request', () => {
    const snapshots = saved();
    snapshots.request();
    expect(snapshots.isDue(10)).toBe(true);
  });

  it.each(['turn.started', 'turn.ended', 'permission.requested', 'error', 'session.ended'] as const)(
    'are due after %s',
    (type) => {
      const snapshots = saved();
      snapshots.addEvent(type, 1);
      expect(snapshots.isDue(11)).toBe(true);
    },
  );

  it.each(['item.started', 'item.delta', 'item.completed'] as const)('are not due after %s', (type) => {
    const snapshots = saved();
    snapshots.addEvent(type, 1_000_000);
    expect(snapshots.isDue(11)).toBe(false);
  });

  it('are overdue after 5,000 events', () => {
    const snapshots = saved();
    snapshots.addEvent('item.delta', 1000);
    expect([snapshots.isDue(5009), snapshots.isDue(5010)]).toEqual([false, true]);
  });

  it('are not overdue until as much was written as the last snapshot is long', () => {
    const snapshots = saved();
    snapshots.addEvent('item.delta', 999);
    expect(snapshots.isDue(1_000_000)).toBe(false);
    snapshots.addEvent('item.delta', 1);
    expect(snapshots.isDue(1_000_000)).toBe(true);
  });

  it('are overdue again only after the same amount', () => {
    const snapshots = saved();
    snapshots.addEvent('item.delta', 1000);
    snapshots.taken(5010, 500);
    expect(snapshots.isDue(10_010)).toBe(false);
    snapshots.addEvent('item.delta', 500);
    expect([snapshots.isDue(10_009), snapshots.isDue(10_010)]).toEqual([false, true]);
  });

  it('are overdue if too many events follow a stored one', () => {
    const snapshots = new Snapshots(100);
    snapshots.taken(100, 0);
    expect([snapshots.isDue(5099), snapshots.isDue(5100)]).toEqual([false, true]);
  });
});

it('are kept for time travel once per 5,000 events', () => {
  const snapshots = new Snapshots(0);
  const kept = [1, 4999, 5003, 5100, 9999, 20_000].filter((sequence) => snapshots.taken(sequence, 1));
  expect(kept).toEqual([5003, 20_000]);
});
