import { expect, it } from 'vitest';
import { beforeLast, beforeTime } from '../../../src/cli/sessions/event-position.js';
import type { UniversalEvent } from '../../../src/schema/index.js';

/** A session of so many events, a second apart, of which every `nth` ends a turn. It counts the pages that are read. */
function pages(count: number, nth = 1) {
  const read = { pages: 0, events: 0 };
  const eventsPage = async ({ offset = 0, limit = 1000 } = {}) => {
    const length = Math.max(Math.min(limit, count - offset), 0);
    read.pages++;
    read.events += length;
    const events = Array.from({ length }, (_, index) => {
      const sequence = offset + index + 1;
      const type = sequence % nth === 0 ? 'turn.ended' : 'item.delta';
      return { sequence, type, time: new Date(sequence * 1000).toISOString() } as UniversalEvent;
    });
    return { events, hasMore: offset + length < count };
  };
  return { eventsPage, read };
}

const isTurn = ({ type }: { type: string }) => type === 'turn.ended';
const all = () => true;

it('finds the last events without reading those before', async () => {
  const session = pages(100_000);
  expect(await beforeLast(session, 10, { lastSequence: 100_000, filter: all })).toBe(99_990);
  expect(session.read.pages).toBe(1);
  expect(await beforeLast(session, 0, { lastSequence: 100_000, filter: all })).toBe(100_000);
  expect(await beforeLast(pages(5), 10, { lastSequence: 5, filter: all })).toBe(0);
  expect(await beforeLast(pages(0), 10, { lastSequence: 0, filter: all })).toBe(0);
});

it('finds the last events of a type, page by page backwards', async () => {
  const session = pages(10_000, 700);
  expect(await beforeLast(session, 3, { lastSequence: 10_000, filter: isTurn })).toBe(8399);
  expect(session.read.events).toBe(2000);
  expect(await beforeLast(pages(100, 700), 3, { lastSequence: 100, filter: isTurn })).toBe(0);
});

it('finds a time with few reads', async () => {
  const session = pages(100_000);
  expect(await beforeTime(session, 70_000_000, 100_000)).toBe(69_999);
  expect(session.read.events).toBeLessThan(20);
  expect(await beforeTime(session, 0, 100_000)).toBe(0);
  expect(await beforeTime(session, 1e12, 100_000)).toBe(100_000);
  expect(await beforeTime(pages(0), 1, 0)).toBe(0);
});
