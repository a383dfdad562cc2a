import { beforeEach, describe, expect, it } from 'vitest';
import type { SqliteLog } from '../../src/log/index.js';
import { selectBatches } from '../../src/log/sqlite/batch-reader.js';
import { Database } from '../../src/log/sqlite/database.js';
import { batch, event, record, tempLog, write } from './support.js';

describe('read', () => {
  let log: SqliteLog;
  let folder: string;

  /** Ten events in batches of 4, 1 and 5, and another session around them. */
  beforeEach(async () => {
    ({ log, folder } = await tempLog());
    await log.create(record('before'));
    await log.create(record('a'));
    await log.create(record('after'));
    const raws = ['{"n":1}', '{"n":1}', '{"n":1}', null];
    const states = [1, 3, 4].map((sequence) => ({ sequence, value: `"s${sequence}"` }));
    await log.append([
      write(batch('before', 1, 9)),
      write(batch('a', 1, 4, { raws, states })),
      write(batch('after', 1, 9)),
    ]);
    await log.append([write(batch('a', 5, 5)), write(batch('a', 6, 10))]);
  });

  it('gives all batches as they were written when nothing is cut', async () => {
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 4), batch('a', 5, 5), batch('a', 6, 10)]);
  });

  it.each(Array.from({ length: 11 }, (_, after) => after))(
    'gives exactly the events after %i',
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
    expect(await log.read('a', 2, { events: 5 })).toEqual([
      batch('a', 3, 4),
      batch('a', 5, 5),
      batch('a', 6, 7),
    ]);
    expect(await log.read('a', 6, { events: 2 })).toEqual([batch('a', 7, 8)]);
  });

  it('gives nothing past the end, for no events, or of a session that is not there', async () => {
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

  it('gives a shared payload to each event that shares it, even where the batch is cut', async () => {
    const [cut] = await log.read('a', 1, { events: 2, raw: true });
    expect(cut).toMatchObject({ first: 2, last: 3, raws: ['{"n":1}', '{"n":1}'] });
  });

  it('gives each state once when a batch is read in two parts', async () => {
    const parts = [
      await log.read('a', 0, { events: 2, states: true }),
      await log.read('a', 2, { states: true }),
    ];
    expect(parts.map((part) => part.flatMap(({ states }) => states.map((state) => state.sequence)))).toEqual([
      [1],
      [3, 4],
    ]);
  });

  it('stops after the batch that reaches the limit in characters, and gives at least one', async () => {
    const chars = event(1).length;
    expect(await log.read('a', 0, { chars: 0 })).toEqual([batch('a', 1, 4)]);
    expect(await log.read('a', 0, { chars: 4 * chars })).toEqual([batch('a', 1, 4)]);
    expect(await log.read('a', 0, { chars: 4 * chars + 1 })).toEqual([batch('a', 1, 4), batch('a', 5, 5)]);
    expect(await log.read('a', 2, { chars: 2 * chars + 1 })).toEqual([batch('a', 3, 4), batch('a', 5, 5)]);
  });

  it('counts native payloads towards the limit in characters when they are read', async () => {
    const chars = 4 * event(1).length + 1;
    expect(await log.read('a', 0, { chars })).toHaveLength(2);
    expect(await log.read('a', 0, { chars, raw: true })).toHaveLength(1);
  });

  it('reads thousands of batches with a limit in characters without skipping or repeating one', async () => {
    await log.create(record('long'));
    const all = Array.from({ length: 3_000 }, (_, index) => batch('long', index * 2 + 1, index * 2 + 2));
    await log.append(all.map((each) => write(each)));
    expect(await log.read('long', 0, { chars: Number.MAX_SAFE_INTEGER })).toEqual(all);

    const pieces = [];
    for (let after = 0; after < 6_000; after = pieces.at(-1)!.last) {
      pieces.push(...(await log.read('long', after, { chars: 10_000 })));
    }
    expect(pieces).toEqual(all);
  });

  it.each([7, 8, 9, 16, 263, 264, 265, 520])(
    'ends with the last of %i batches, whatever is fetched at once',
    async (count) => {
      await log.create(record('exact'));
      const all = Array.from({ length: count }, (_, index) => batch('exact', index * 2 + 1, index * 2 + 2));
      await log.append(all.map((each) => write(each)));
      expect(await log.read('exact', 0, { chars: Number.MAX_SAFE_INTEGER })).toEqual(all);
    },
  );

  it.each([7, 8, 9, 16, 264])(
    'gives no event twice where a limit in events ends inside the last of %i batches',
    async (count) => {
      await log.create(record('cut'));
      const all = Array.from({ length: count + 3 }, (_, index) => batch('cut', index * 2 + 1, index * 2 + 2));
      await log.append(all.map((each) => write(each)));
      const events = count * 2 - 1;
      const read = await log.read('cut', 0, { events, chars: Number.MAX_SAFE_INTEGER });
      expect(read).toEqual([...all.slice(0, count - 1), batch('cut', events, events)]);
    },
  );

  it.each([
    [false, false],
    [true, true],
  ])('seeks to its place in the index, however long the session (raw: %s)', async (raw, states) => {
    const database = new Database(`${folder}/greenroom.sqlite`);
    const plan = database.query(`EXPLAIN QUERY PLAN ${selectBatches(raw, states)}`).all([1, 1, 1, 1]);
    const steps = plan.map((row) => String(row[3]));
    database.close();
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    expect(steps).toContain(
      'SEARCH batches USING INDEX sqlite_autoindex_batches_1 (session=? AND first>? AND first<?)',
    );
    expect(steps).toContain(
      'SEARCH batches USING COVERING INDEX sqlite_autoindex_batches_1 (session=? AND first<?)',
    );
    expect(steps.some((step) => step.includes('raws'))).toBe(raw);
    expect(steps.some((step) => step.includes('TEMP B-TREE'))).toBe(false);
  });
});
