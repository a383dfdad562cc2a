import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Hub, MOST_BUFFERED } from '../../src/hub/index.js';
import { batchOf, HandSink, lineEncoder, range, SlowLog, settled } from './support.js';

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('shut' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join' as const), after: fc.nat(40) }) },
);

const plan = fc.record({
  before: fc.nat(10),
  /** Two-byte characters per event. */
  size: fc.constantFrom(0, 1000, 20_000, 60_000),
  steps: fc.array(step, { maxLength: 25 }),
});

it('every reader gets every event after its offset once, in order, and catches up once', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ before, size, steps }) => {
      const log = await SlowLog.of(before, size);
      const hub = new Hub(log);
      const readers: { sink: HandSink; after: number; caughtUp: number; ends: number }[] = [];
      let last = before;
      hub.open('s', before, false);
      const join = (after: number, open: boolean) => {
        const each = { sink: new HandSink(open), after, caughtUp: 0, ends: 0 };
        readers.push(each);
        hub.subscribe('s', {
          encoder: lineEncoder(),
          sink: each.sink,
          after,
          onCaughtUp: () => each.caughtUp++,
          onEnd: () => each.ends++,
        });
      };
      join(0, false);
      for (const each of steps) {
        if (each.do === 'publish') {
          // As the committer guarantees: a batch never exceeds the room of an idle reader.
          const batch = batchOf(last + 1, last + Math.min(each.count, size > 20_000 ? 2 : 6), { size });
          last = batch.last;
          log.write(batch);
        } else if (each.do === 'drain') for (const { sink } of readers) sink.drain();
        else if (each.do === 'open') for (const { sink } of readers) sink.drain(true);
        else if (each.do === 'shut') for (const { sink } of readers) sink.open = false;
        else if (each.do === 'join') join(each.after, readers.length % 2 === 0);
        else await settled();
      }
      hub.end('s');
      for (let i = 0; readers.some(({ ends }) => ends === 0) && i < 100; i++) {
        for (const { sink } of readers) sink.drain(true);
        await settled();
      }
      for (const { sink, after, caughtUp, ends } of readers) {
        expect(sink.sequences).toEqual(range(after + 1, last));
        expect([caughtUp, ends]).toEqual([1, 1]);
        expect(sink.most).toBeLessThanOrEqual(MOST_BUFFERED);
      }
      expect(hub.readers).toBe(0);
    }),
    { numRuns: 60 },
  );
});
