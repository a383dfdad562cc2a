import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Batch, openSqliteLog, type StateChange } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { record } from './support.js';

/** The log as plain arrays: what a session holds is the list of its events. */
interface Entry {
  event: string;
  raw: string | null;
  states: StateChange[];
}

const SESSIONS = ['a', 'b', 'c'];
const session = fc.constantFrom(...SESSIONS);
const entry = fc.record({
  text: fc.string({ unit: 'binary', maxLength: 40 }),
  raw: fc.option(fc.oneof(fc.json(), fc.constant('{"shared":true}')), { nil: null }),
  state: fc.option(fc.json(), { nil: null, freq: 3 }),
});
const append = fc.record({
  type: fc.constant('append' as const),
  batches: fc.array(fc.record({ session, entries: fc.array(entry, { minLength: 1, maxLength: 9 }) }), {
    maxLength: 4,
  }),
  /** Whether the last batch is one that must be refused, and everything with it. */
  broken: fc.boolean(),
});
const read = fc.record({
  type: fc.constant('read' as const),
  session,
  after: fc.nat(40),
  events: fc.option(fc.nat(20), { nil: undefined }),
  chars: fc.option(fc.nat(600), { nil: undefined }),
});
const reopen = fc.constant({ type: 'reopen' as const });
const steps = fc.array(fc.oneof({ weight: 6, arbitrary: append }, { weight: 6, arbitrary: read }, reopen), {
  maxLength: 30,
});

it('gives exactly the events of the model after any appends, refusals, reads and restarts', async () => {
  const root = await tempFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const folder = join(root, String(run++));
      const model = new Map<string, Entry[]>(SESSIONS.map((id) => [id, []]));
      let log = await openSqliteLog({ folder, sync: 'normal' });
      try {
        for (const id of SESSIONS) await log.create(record(id));
        for (const step of steps) {
          if (step.type === 'reopen') {
            await log.close();
            log = await openSqliteLog({ folder, sync: 'normal' });
          } else if (step.type === 'append') {
            const next = new Map([...model].map(([id, entries]) => [id, [...entries]]));
            const batches = step.batches.map(({ session: id, entries }) =>
              toBatch(id, entries, next.get(id)!),
            );
            if (step.broken)
              batches.push(toBatch('a', [{ text: '', raw: null, state: null }], [...next.get('b')!, gap]));
            const appended = log.append(
              batches.map((batch) => ({ batch, record: { sessionId: batch.sessionId } })),
            );
            const follows = !step.broken || next.get('b')!.length + 1 === next.get('a')!.length;
            if (follows) {
              if (step.broken) next.get('a')!.push(toEntry(batches.at(-1)!));
              await appended;
              for (const [id, entries] of next) model.set(id, entries);
            } else {
              await expect(appended).rejects.toThrow('was to follow');
            }
          } else {
            const { session: id, after, events, chars } = step;
            const batches = await log.read(id, after, { events, chars, raw: true, states: true });
            const expected = model.get(id)!.slice(after, after + (events ?? Number.POSITIVE_INFINITY));
            const found = toEntries(batches, after);
            // A limit in characters may end it early, but never without a batch that goes on.
            expect(found).toEqual(chars === undefined ? expected : expected.slice(0, found.length));
            if (expected.length > 0) expect(found.length).toBeGreaterThan(0);
          }
        }
        for (const id of SESSIONS) {
          expect(toEntries(await log.read(id, 0, { raw: true, states: true }), 0)).toEqual(model.get(id));
          expect(await log.tail(id)).toBe(model.get(id)!.length);
        }
      } finally {
        await log.close();
      }
    }),
    { numRuns: 60 },
  );
});

const gap: Entry = { event: '', raw: null, states: [] };

/** The batch that follows `entries`, which it is added to. */
function toBatch(
  sessionId: string,
  drafts: { text: string; raw: string | null; state: string | null }[],
  entries: Entry[],
): Batch {
  const first = entries.length + 1;
  const added = drafts.map(({ text, raw, state }, index): Entry => {
    const sequence = first + index;
    const states = state === null ? [] : [{ sequence, value: state }];
    return { event: JSON.stringify({ sequence, text, raw: null }), raw, states };
  });
  entries.push(...added);
  return {
    sessionId,
    first,
    last: entries.length,
    events: added.map(({ event }) => event),
    raws: added.map(({ raw }) => raw),
    states: added.flatMap(({ states }) => states),
  };
}

function toEntry({ events, raws, states }: Batch): Entry {
  return { event: events[0]!, raw: raws[0]!, states };
}

/** The events of what was read, which must be numbered without a gap from `after`. */
function toEntries(batches: Batch[], after: number): Entry[] {
  let sequence = after;
  return batches.flatMap(({ first, last, events, raws, states }) => {
    expect(first).toBe(sequence + 1);
    expect(last).toBe(first + events.length - 1);
    sequence = last;
    return events.map((event, index) => ({
      event,
      raw: raws[index]!,
      states: states.filter((state) => state.sequence === first + index),
    }));
  });
}
