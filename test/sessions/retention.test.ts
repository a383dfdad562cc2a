import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { Retention, type RetentionLimits } from '../../src/sessions/index.js';

interface Fake {
  id: string;
  updatedAt: number;
  ended: boolean;
  bytes: number;
}

const HOUR_MS = 3_600_000;

/** A host with sessions of these sizes; deleted ones take room until `looks` sizes were asked for. */
function rig(sessions: Fake[], limits: Partial<RetentionLimits>, { looks = 0, now = 1_000_000 } = {}) {
  const all = new Map(sessions.map((session) => [session.id, session]));
  const deleted: string[] = [];
  let unpurged = 0;
  let looksLeft = 0;
  const clock = new SimulatedClock();
  const host = {
    ended: () => [...all.values()].filter(({ ended }) => ended).sort((a, b) => a.updatedAt - b.updatedAt),
    deleteEnded: vi.fn(async (id: string) => {
      const session = all.get(id);
      if (!session?.ended) return false;
      all.delete(id);
      deleted.push(id);
      unpurged += session.bytes;
      looksLeft = looks;
      return true;
    }),
  };
  const log = {
    size: vi.fn(async () => {
      if (looksLeft > 0) looksLeft--;
      else unpurged = 0;
      const bytes = [...all.values()].reduce((sum, session) => sum + session.bytes, unpurged);
      return { bytes, isShrinking: unpurged > 0 };
    }),
  };
  const logger = { info: vi.fn(), error: vi.fn() };
  const retention = new Retention({
    host,
    log,
    logger,
    limits: { ageMs: null, bytes: null, ...limits },
    now: () => now + clock.now(),
    clock,
  });
  return { retention, all, deleted, clock, host, log, logger };
}

/** Lets everything happen that needs no timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const fake = (id: string, changes: Partial<Fake> = {}): Fake => {
  return { id, updatedAt: 0, ended: true, bytes: 10, ...changes };
};

describe('by age', () => {
  it('ended sessions are deleted at the start and every hour', async () => {
    const sessions = [
      fake('old', { updatedAt: 1_000_000 - 7_200_001 }),
      fake('later', { updatedAt: 1_000_000 - 7_200_000 + HOUR_MS }),
      fake('live', { updatedAt: 0, ended: false }),
    ];
    const { retention, deleted, clock, logger } = rig(sessions, { ageMs: 7_200_000 });
    retention.start();
    await settle();
    expect(deleted).toEqual(['old']);
    clock.increment(HOUR_MS - 1);
    await settle();
    expect(deleted).toEqual(['old']);
    clock.increment(1);
    await settle();
    clock.increment(HOUR_MS);
    await settle();
    expect(deleted).toEqual(['old', 'later']);
    expect(logger.info.mock.calls.map(([fields]) => fields)).toEqual([
      { sessionId: 'old', because: 'age' },
      { sessionId: 'later', because: 'age' },
    ]);
    await retention.stop();
  });
});

describe('by size', () => {
  it('the oldest ended sessions are deleted until the log is small enough', async () => {
    const sessions = [
      fake('b', { updatedAt: 2 }),
      fake('a', { updatedAt: 1 }),
      fake('c', { updatedAt: 3 }),
      fake('live', { updatedAt: 0, ended: false }),
    ];
    const { retention, deleted } = rig(sessions, { bytes: 20 });
    retention.start();
    await settle();
    expect(deleted).toEqual(['a', 'b']);
    await retention.stop();
  });

  it('waits until a deleted session is gone from the log before it deletes another one', async () => {
    const sessions = ['a', 'b', 'c'].map((id, updatedAt) => fake(id, { updatedAt }));
    const { retention, deleted, clock } = rig(sessions, { bytes: 20 }, { looks: 3 });
    retention.start();
    for (let second = 0; second < 10; second++) {
      await settle();
      clock.increment(1000);
    }
    expect(deleted).toEqual(['a']);
    await retention.stop();
  });

  it('leaves the rest to the next hour if the log does not shrink', async () => {
    const sessions = ['a', 'b', 'c'].map((id, updatedAt) => fake(id, { updatedAt }));
    const { retention, deleted, clock, log } = rig(sessions, { bytes: 5 }, { looks: 1000 });
    retention.start();
    for (let second = 0; second < 100; second++) {
      await settle();
      clock.increment(1000);
    }
    expect(deleted).toEqual(['a']);
    expect(log.size.mock.calls.length).toBeLessThan(100);
    await retention.stop();
  });
});

it('does nothing without limits', async () => {
  const { retention, deleted, log } = rig([fake('a')], {});
  retention.start();
  await settle();
  expect([deleted, log.size.mock.calls]).toEqual([[], []]);
  await retention.stop();
});

it('tries again in an hour after an error', async () => {
  const { retention, deleted, host, clock, logger } = rig([fake('a')], { ageMs: 1 });
  host.deleteEnded.mockRejectedValueOnce(new Error('no'));
  retention.start();
  await settle();
  expect([deleted, logger.error.mock.calls.length]).toEqual([[], 1]);
  clock.increment(HOUR_MS);
  await settle();
  expect(deleted).toEqual(['a']);
  await retention.stop();
});

it('deletes nothing after it was stopped', async () => {
  const sessions = ['a', 'b', 'c'].map((id) => fake(id));
  const { retention, deleted, clock } = rig(sessions, { ageMs: 1, bytes: 1 });
  retention.start();
  await retention.stop();
  const before = deleted.length;
  expect(before).toBeLessThan(3);
  clock.increment(HOUR_MS);
  await settle();
  expect(deleted).toHaveLength(before);
});

it('deletes no session that has not ended, none too young or too many, and all that it should', async () => {
  const session = fc.record({
    updatedAt: fc.integer({ min: 0, max: 100 }),
    ended: fc.boolean(),
    bytes: fc.integer({ min: 1, max: 50 }),
  });
  const limit = fc.option(fc.integer({ min: 1, max: 120 }));
  const property = fc.asyncProperty(
    fc.array(session, { maxLength: 12 }),
    limit,
    limit,
    async (given, ageMs, bytes) => {
      const sessions = given.map((each, index) => ({ id: `s${index}`, ...each }));
      const { retention, all, deleted } = rig(sessions, { ageMs, bytes }, { now: 100 });
      retention.start();
      for (let step = 0; step < 3; step++) await settle();
      await retention.stop();
      const isOld = ({ updatedAt }: Fake) => ageMs !== null && updatedAt < 100 - ageMs;
      const sizeOf = (some: Iterable<Fake>) => [...some].reduce((sum, each) => sum + each.bytes, 0);
      const gone = sessions.filter(({ id }) => deleted.includes(id));
      expect(gone.filter(({ ended }) => !ended)).toEqual([]);
      const left = [...all.values()].filter(({ ended }) => ended);
      expect(left.filter(isOld)).toEqual([]);
      if (bytes !== null && left.length > 0) expect(sizeOf(all.values())).toBeLessThanOrEqual(bytes);
      // The last one that was deleted for its size was one too many.
      const last = gone.find(({ id }) => id === deleted.at(-1));
      if (last && !isOld(last)) expect(sizeOf([...all.values(), last])).toBeGreaterThan(bytes!);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
