import { beforeEach, expect, it } from 'vitest';
import type { EventLog } from '../../../src/log/index.js';
import type { OpenTestLog } from '../log.js';
import { appending, batch, event, newSession } from './data.js';

export function readConformance(open: OpenTestLog): void {
  let log: EventLog;

  /** Ten events in batches of 4, 1 and 5, and other sessions around them. */
  beforeEach(async () => {
    log = await open();
    for (const id of ['before', 'a', 'after']) await log.create(newSession(id));
    const raws = ['{"n":1}', '{"n":1}', '{"n":1}', null];
    const states = [1, 3, 4].map((sequence) => ({ sequence, value: `"s${sequence}"` }));
    await log.append(...appending(batch('before', 1, 9)));
    await log.append(...appending(batch('a', 1, 4, { raws, states })));
    await log.append(...appending(batch('after', 1, 9)));
    await log.append(...appending(batch('a', 5, 5)));
    await log.append(...appending(batch('a', 6, 10)));
  });

  /** Writes batches of two events each. */
  const writePairs = async (id: string, count: number) => {
    await log.create(newSession(id));
    const all = Array.from({ length: count }, (_, index) => batch(id, index * 2 + 1, index * 2 + 2));
    await Promise.all(all.map((each) => log.append(...appending(each))));
    return all;
  };

  it('returns all batches as they were written if nothing is cut', async () => {
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 4), batch('a', 5, 5), batch('a', 6, 10)]);
  });

  it.each(Array.from({ length: 11 }, (_, after) => after))(
    'returns exactly the events after %i',
    async (after) => {
      const batches = await log.read('a', after);
      const expected = Array.from({ length: 10 - after }, (_, index) => event(after + 1 + index));
      expect(batches.flatMap(({ events }) => events)).toEqual(expected);
      for (const { first, last, events, raws } of batches) {
        expect([events.length, raws.length]).toEqual([last - first + 1, last - first + 1]);
        expect(events[0]).toBe(event(first));
      }
    },
  );

  it('cuts the first batch to where it starts and the last one to the limit', async () => {
    const [first, second, third] = [batch('a', 3, 4), batch('a', 5, 5), batch('a', 6, 7)];
    expect(await log.read('a', 2, { events: 5 })).toEqual([first, second, third]);
    expect(await log.read('a', 6, { events: 2 })).toEqual([batch('a', 7, 8)]);
  });

  it('returns nothing past the end, for no events, or of an unknown session', async () => {
    expect(await log.read('a', 10)).toEqual([]);
    expect(await log.read('a', 1_000)).toEqual([]);
    expect(await log.read('a', 0, { events: 0 })).toEqual([]);
    expect(await log.read('ghost', 0)).toEqual([]);
    expect(await log.tail('ghost')).toBe(0);
  });

  it('takes a position before the first event as the beginning', async () => {
    expect(await log.read('a', -5, { events: 1 })).toEqual([batch('a', 1, 1)]);
  });

  it('leaves native payloads and states out unless they are asked for', async () => {
    const [plain] = await log.read('a', 0, { events: 4 });
    expect(plain).toMatchObject({ raws: [null, null, null, null], states: [] });
    const [withRaws] = await log.read('a', 0, { events: 4, raw: true });
    expect(withRaws).toMatchObject({ raws: ['{"n":1}', '{"n":1}', '{"n":1}', null], states: [] });
    const [withStates] = await log.read('a', 0, { events: 4, states: true });
    expect(withStates?.states.map(({ sequence }) => sequence)).toEqual([1, 3, 4]);
  });

  it('returns a shared payload with each event that shares it, even where the batch is cut', async () => {
    const [cut] = await log.read('a', 1, { events: 2, raw: true });
    expect(cut).toMatchObject({ first: 2, last: 3, raws: ['{"n":1}', '{"n":1}'] });
  });

  it('returns each state once if a batch is read in two parts', async () => {
    const parts = [
      await log.read('a', 0, { events: 2, states: true }),
      await log.read('a', 2, { states: true }),
    ];
    const sequences = parts.map((part) => part.flatMap(({ states }) => states.map((each) => each.sequence)));
    expect(sequences).toEqual([[1], [3, 4]]);
  });

  it('stops after the batch that reaches the limit in characters, and returns at least one', async () => {
    const chars = event(1).length;
    expect(await log.read('a', 0, { chars: 0 })).toEqual([batch('a', 1, 4)]);
    expect(await log.read('a', 0, { chars: 4 * chars })).toEqual([batch('a', 1, 4)]);
    expect(await log.read('a', 0, { chars: 4 * chars + 1 })).toEqual([batch('a', 1, 4), batch('a', 5, 5)]);
    expect(await log.read('a', 2, { chars: 2 * chars + 1 })).toEqual([batch('a', 3, 4), batch('a', 5, 5)]);
  });

  it('counts native payloads towards the limit in characters if they are read', async () => {
    const chars = 4 * event(1).length + 1;
    expect(await log.read('a', 0, { chars })).toHaveLength(2);
    expect(await log.read('a', 0, { chars, raw: true })).toHaveLength(1);
  });

  it('reads thousands of batches with a limit in characters without skipping or repeating one', async () => {
    const all = await writePairs('long', 3_000);
    expect(await log.read('long', 0, { chars: Number.MAX_SAFE_INTEGER })).toEqual(all);
    const pieces = [];
    for (let after = 0; after < 6_000; after = pieces.at(-1)!.last) {
      pieces.push(...(await log.read('long', after, { chars: 10_000 })));
    }
    expect(pieces).toEqual(all);
  });

  it.each([7, 8, 9, 16, 263, 264, 265, 520])('ends with the last of %i batches', async (count) => {
    const all = await writePairs('exact', count);
    expect(await log.read('exact', 0, { chars: Number.MAX_SAFE_INTEGER })).toEqual(all);
  });

  it.each([7, 8, 9, 16, 264])(
    'returns no event twice where a limit in events ends inside the last of %i batches',
    async (count) => {
      const all = await writePairs('cut', count + 3);
      const events = count * 2 - 1;
      const read = await log.read('cut', 0, { events, chars: Number.MAX_SAFE_INTEGER });
      expect(read).toEqual([...all.slice(0, count - 1), batch('cut', events, events)]);
    },
  );
}
