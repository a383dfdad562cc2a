import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/client/index.js';
import { EventPages } from '../../../src/client/react/event-pages.js';

const event = (sequence: number) => ({ sequence }) as UniversalEvent;
const sequences = (events: readonly UniversalEvent[] | null) => events?.map(({ sequence }) => sequence);
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Pages of a session of `total` events, and the reads so far. */
function paged(stored: number) {
  let total = stored;
  const reads: [offset: number, limit: number][] = [];
  const pages = new EventPages({
    eventsPage: async ({ offset = 0, limit = 0 } = {}) => {
      reads.push([offset, limit]);
      const events = upTo(offset + 1, Math.min(total, offset + limit)).map(event);
      return { events, hasMore: offset + limit < total };
    },
    checkpoint: async (at: number) => ({ sequence: at }) as never,
  });
  pages.last = total;
  const push = () => pages.push(event(++total));
  return { pages, reads, push };
}

describe('the pages of a session', () => {
  it('are read once, and only where they are needed', async () => {
    const { pages, reads } = paged(40_000);
    expect(sequences(await pages.range(20_100, 20_110))).toEqual(upTo(20_100, 20_110));
    expect(reads).toEqual([[20_000, 500]]);
    expect(pages.get(20_500)?.sequence).toBe(20_500);
    expect(pages.get(20_501)).toBeUndefined();
    await Promise.all([pages.range(20_300, 20_700), pages.range(20_501, 20_502)]);
    expect(reads).toHaveLength(2);
    expect(sequences(pages.around(20_600))).toEqual(upTo(20_001, 21_000));
  });

  it('of a long range are read together', async () => {
    const { pages, reads } = paged(40_000);
    expect(await pages.range(1, 12_000)).toHaveLength(12_000);
    expect(reads.map(([offset]) => offset)).toEqual([0, 5000, 10_000]);
  });

  it('grow with live events, also while the last one is read', async () => {
    const { pages, reads, push } = paged(1499);
    const reading = pages.range(1001, 1499);
    push();
    await reading;
    push();
    push();
    expect(sequences(await pages.range(1499, 1502))).toEqual([1499, 1500, 1501, 1502]);
    expect(sequences(pages.around(1502))).toEqual(upTo(1001, 1502));
    expect(new Set(reads.map(([offset]) => offset))).toEqual(new Set([1000]));
  });

  it('are dropped when many others were used since, but for the last', async () => {
    const { pages } = paged(100_000);
    await pages.range(99_900, 100_000);
    for (let at = 1; at < 80_000; at += 500) await pages.range(at, at);
    expect(pages.get(1)).toBeUndefined();
    expect(pages.get(79_501)?.sequence).toBe(79_501);
    expect(pages.get(100_000)?.sequence).toBe(100_000);
  });

  it('say so if events cannot be read', async () => {
    const { pages } = paged(10);
    pages.last = 2000;
    await expect(pages.range(1501, 1600)).rejects.toThrow('event 1501 cannot be read');
  });
});
