import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type Batch, type EventLog, SequenceError, type StateChange } from '../../../src/log/index.js';
import type { LogFactory } from '../log.js';
import { newSession } from './data.js';

/** The log as plain arrays: what a session holds is the list of its events. */
interface Entry {
  event: string;
  raw: string | null;
  states: StateChange[];
}

interface Followed {
  id: string;
  after: number;
  batches: Batch[];
}

const SESSIONS = ['a', 'b', 'c'];
const session = fc.constantFrom(...SESSIONS);
const entry = fc.record({
  text: fc.string({ unit: 'binary', maxLength: 40 }),
  raw: fc.option(fc.oneof(fc.json(), fc.constant('{"shared":true}')), { nil: null }),
  state: fc.option(fc.json(), { nil: null, freq: 3 }),
});
type Drafts = { text: string; raw: string | null; state: string | null }[];

/** Appends that are called at once; a writer may be off by some events, and is refused alone then. */
const append = fc.record({
  type: fc.constant('append' as const),
  appends: fc.array(
    fc.record({
      session,
      entries: fc.array(entry, { minLength: 1, maxLength: 9 }),
      off: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -2, max: 2 })),
    }),
    { maxLength: 5 },
  ),
});
const read = fc.record({
  type: fc.constant('read' as const),
  session,
  after: fc.nat(40),
  events: fc.option(fc.nat(20), { nil: undefined }),
  chars: fc.option(fc.nat(600), { nil: undefined }),
});
const follow = fc.record({ type: fc.constant('follow' as const), session, after: fc.nat(40) });
const reopen = fc.constant({ type: 'reopen' as const });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: append },
    { weight: 6, arbitrary: read },
    { weight: 2, arbitrary: follow },
    reopen,
  ),
  { maxLength: 30 },
);

export function modelConformance(factory: LogFactory): void {
  it('gives exactly the events of the model', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const place = await factory();
        const model = new Map<string, Entry[]>(SESSIONS.map((id) => [id, []]));
        let log = await place.open();
        let followed: Followed[] = [];
        try {
          for (const id of SESSIONS) await log.create(newSession(id));
          for (const step of steps) {
            if (step.type === 'reopen') {
              await checkFollowed(followed, model);
              followed = [];
              await log.close();
              log = await place.open();
            } else if (step.type === 'append') {
              await Promise.all(
                step.appends.map(({ session: id, entries, off }) => tryAppend(log, model, id, entries, off)),
              );
            } else if (step.type === 'follow') {
              const { session: id, after } = step;
              const batches: Batch[] = [];
              log.follow(id, after, { onBatch: (batch) => batches.push(batch) });
              followed.push({ id, after, batches });
            } else {
              const { session: id, after, events, chars } = step;
              const batches = await log.read(id, after, {
                raw: true,
                states: true,
                ...(events === undefined ? {} : { events }),
                ...(chars === undefined ? {} : { chars }),
              });
              const found = toEntries(batches, after);
              const expected = model.get(id)!.slice(after, after + (events ?? Number.POSITIVE_INFINITY));
              expect(found).toEqual(expected.slice(0, found.length));
              if (chars === undefined) expect(found).toHaveLength(expected.length);
              else expect(found.length > 0).toBe(expected.length > 0);
            }
          }
          await checkFollowed(followed, model);
          for (const id of SESSIONS) {
            const batches = await log.read(id, 0, { raw: true, states: true });
            expect(toEntries(batches, 0)).toEqual(model.get(id));
            expect(await log.tail(id)).toBe(model.get(id)!.length);
          }
        } finally {
          await log.close();
        }
      }),
      { numRuns: 60 },
    );
  });
}

/** Calls the append before anything else happens, and keeps the model in step with it. */
async function tryAppend(
  log: EventLog,
  model: Map<string, Entry[]>,
  id: string,
  drafts: Drafts,
  off: number,
): Promise<void> {
  const entries = model.get(id)!;
  const after = Math.max(0, entries.length + off);
  const isRefused = after !== entries.length;
  const { batch, added } = toBatch(id, drafts, after);
  const appended = log.append(id, after, { batch });
  if (isRefused) return expect(appended).rejects.toThrow(SequenceError);
  entries.push(...added);
  await appended;
}

/** Every follower has all events after its place, once those who started in the past have read it. */
async function checkFollowed(followed: readonly Followed[], model: Map<string, Entry[]>): Promise<void> {
  for (const { id, after, batches } of followed) {
    const expected = model.get(id)!.slice(after);
    await vi.waitFor(() => expect(toEntries(batches, after)).toEqual(expected), { interval: 1 });
  }
}

/** A batch of events after `after`. */
function toBatch(sessionId: string, drafts: Drafts, after: number): { batch: Batch; added: Entry[] } {
  const added = drafts.map(({ text, raw, state }, index): Entry => {
    const sequence = after + 1 + index;
    const states = state === null ? [] : [{ sequence, value: state }];
    return { event: JSON.stringify({ sequence, text, raw: null }), raw, states };
  });
  const batch = {
    sessionId,
    first: after + 1,
    last: after + added.length,
    events: added.map(({ event }) => event),
    raws: added.map(({ raw }) => raw),
    states: added.flatMap(({ states }) => states),
  };
  return { batch, added };
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
