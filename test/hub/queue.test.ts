import { expect, it } from 'vitest';
import { Hub, MOST_BUFFERED } from '../../src/hub/index.js';
import type { Write } from '../../src/log/index.js';
import type { SessionQueue } from '../../src/schema/index.js';
import { batchOf, HandSink, lineEncoder, SlowLog, settled } from './support.js';

async function rig(events = 0) {
  const log = await SlowLog.of(events);
  const hub = new Hub(log);
  hub.open('s', events, false);
  let last = events;
  return {
    log,
    /** Stores the queue at a revision, with so many events. */
    change(revision: number, { size = 0, count = 0 } = {}): void {
      const after = last;
      last += count;
      const write: Write = { queue: queueOf(revision, size) };
      if (count > 0) write.batch = batchOf(after + 1, last);
      void log.append('s', after, write);
    },
    publish(size: number): void {
      log.write(batchOf(last + 1, ++last, { size }));
    },
    read(sink: HandSink, states = true) {
      return hub.subscribe('s', { encoder: lineEncoder({ states }), sink, after: 0 });
    },
  };
}

function queueOf(revision: number, size: number): SessionQueue {
  const entry = { messageId: 'm', attachments: [], revision: 1, position: 0, queuedAt: '' };
  return { revision, entries: size > 0 ? [{ ...entry, message: 'x'.repeat(size) }] : [] };
}

/** The output of a reader: sequences of events, and `q` with the revision of a queue. */
const got = ({ text }: HandSink) =>
  [...text.matchAll(/^(?:(\d+) |session\/queue .*"revision":(\d+),"entries")/gm)].map(([, event, queue]) =>
    event === undefined ? `q${queue}` : Number(event),
  );

it('reaches readers that follow the machine, before the events of the same write', async () => {
  const { change, read } = await rig(2);
  const [follows, other] = [new HandSink(), new HandSink()];
  read(follows);
  read(other, false);
  await settled();
  change(1, { count: 2 });
  change(2);
  expect([got(follows), got(other)]).toEqual([
    [1, 2, 'q1', 3, 4, 'q2'],
    [1, 2, 3, 4],
  ]);
});

it('names its session', async () => {
  const { change, read } = await rig();
  const sink = new HandSink();
  read(sink);
  await settled();
  change(1);
  expect(sink.text).toBe('session/queue {"sessionId":"s","revision":1,"entries":[]}\n');
});

it('waits for a slow reader, which gets the latest one before any later event', async () => {
  const { change, publish, read } = await rig();
  const sink = new HandSink(false);
  const reader = read(sink);
  await settled();
  publish(MOST_BUFFERED / 4);
  change(1, { size: MOST_BUFFERED });
  change(2, { size: 10, count: 1 });
  change(3, { size: 20, count: 1 });
  await settled();
  expect([got(sink), reader.isInStep]).toEqual([[1], false]);
  sink.drain(true);
  await settled();
  expect([got(sink), reader.isInStep]).toEqual([[1, 'q3', 2, 3], true]);
});

it('reaches a reader whatever its size', async () => {
  const { change, publish, read } = await rig();
  const sink = new HandSink();
  const reader = read(sink);
  await settled();
  change(1, { size: 3 * MOST_BUFFERED });
  await settled();
  publish(1);
  expect([got(sink), reader.isInStep]).toEqual([['q1', 1], true]);
});

it('goes first if it changes while a reader reads the log', async () => {
  const { change, read, log } = await rig(1);
  const sink = new HandSink();
  read(sink);
  // The log delays the read, once it has begun.
  while (log.reads === 0) await Promise.resolve();
  change(1, { count: 1 });
  await settled();
  expect(got(sink)).toEqual(['q1', 1, 2]);
});
