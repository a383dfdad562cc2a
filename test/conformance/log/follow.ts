import { expect, it, vi } from 'vitest';
import type { Batch, EventLog, Follower, StateChange } from '../../../src/log/index.js';
import type { OpenTestLog } from '../log.js';
import { appending, batch, newSession } from './data.js';

/** Records what it receives, in order. */
class Recorder implements Follower {
  readonly received: (Batch | StateChange | 'deleted')[] = [];

  onBatch(given: Batch): void {
    this.received.push(given);
  }

  onState(change: StateChange): void {
    this.received.push(change);
  }

  onDeleted(): void {
    this.received.push('deleted');
  }

  get sequences(): number[] {
    return this.received.flatMap((each) =>
      typeof each === 'object' && 'events' in each ? each.events.map((_, i) => each.first + i) : [],
    );
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** A log with a session of so many events, two to a batch, with payloads of a size. */
async function written(open: OpenTestLog, count: number, size?: number): Promise<EventLog> {
  const log = await open();
  await log.create(newSession('a'));
  for (let last = 2; last <= count; last += 2) {
    const raws = [last - 1, last].map((n) => (size ? JSON.stringify(`${n}`.padEnd(size)) : null));
    await log.append(...appending(batch('a', last - 1, last, { raws })));
  }
  return log;
}

export function followConformance(open: OpenTestLog): void {
  it('hands over what is stored, then what comes', async () => {
    const log = await written(open, 6);
    const recorder = new Recorder();
    log.follow('a', 0, recorder);
    await vi.waitFor(() => expect(recorder.sequences).toEqual(range(1, 6)));
    await log.append(...appending(batch('a', 7, 9)));
    expect(recorder.sequences).toEqual(range(1, 9));
  });

  it.each([1, 2, 3, 5, 6])('hands over only what follows event %i', async (after) => {
    const log = await written(open, 6);
    const recorder = new Recorder();
    log.follow('a', after, recorder);
    await log.append(...appending(batch('a', 7, 9)));
    await vi.waitFor(() => expect(recorder.sequences).toEqual(range(after + 1, 9)));
  });

  it('may start in the future, in the middle of a batch', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    log.follow('a', 4, recorder);
    await log.append(...appending(batch('a', 3, 3)));
    await log.append(...appending(batch('a', 4, 6)));
    expect(recorder.received).toEqual([batch('a', 5, 6)]);
  });

  it('waits for a session that does not exist yet', async () => {
    const log = await open();
    const recorder = new Recorder();
    log.follow('a', 0, recorder);
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 2)));
    expect(recorder.received).toEqual([batch('a', 1, 2)]);
  });

  it('has native payloads and states, of the past and of the present', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const batches = [1, 3].map((first) =>
      batch('a', first, first + 1, {
        raws: [null, '{"n":1}'],
        states: [{ sequence: first, value: '"running"' }],
      }),
    );
    await log.append(...appending(batches[0]!));
    const recorder = new Recorder();
    log.follow('a', 0, recorder);
    await vi.waitFor(() => expect(recorder.received).toHaveLength(1));
    await log.append(...appending(batches[1]!));
    expect(recorder.received).toEqual(batches);
  });

  it('hands over the very batch that was appended, before the append resolves', async () => {
    const log = await written(open, 2);
    const order: string[] = [];
    const given = batch('a', 3, 4);
    const onBatch = vi.fn((each: Batch) => {
      order.push('followed');
      expect(each).toBe(given);
    });
    log.follow('a', 2, { onBatch });
    await log.append(...appending(given)).then(() => order.push('resolved'));
    expect(order).toEqual(['followed', 'resolved']);
  });

  it('hands over silent changes in order with the batches, and stores none', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    log.follow('a', 2, recorder);
    const silent = ['"interrupting"', '"ending"'].map((value) => ({ sequence: 2, value }));
    await log.append('a', 2, { silent: [silent[0]!] });
    await log.append('a', 2, { batch: batch('a', 3, 3), silent: [silent[1]!] });
    expect(recorder.received).toEqual([...silent, batch('a', 3, 3)]);
    expect(await log.read('a', 0, { states: true })).toEqual([batch('a', 1, 2), batch('a', 3, 3)]);

    const late = new Recorder();
    log.follow('a', 2, late);
    await vi.waitFor(() => expect(late.received).toEqual([batch('a', 3, 3)]));
  });

  it('misses and repeats nothing of what is appended while it reads the past', async () => {
    // More than any log would read at once.
    const log = await written(open, 400, 20_000);
    const recorders = [0, 7, 399, 400, 405].map((after) => ({ after, recorder: new Recorder() }));
    for (const { after, recorder } of recorders) log.follow('a', after, recorder);
    for (let n = 401; n <= 460; n++) {
      const appended = log.append(...appending(batch('a', n, n)));
      if (n % 3 === 0) await appended;
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { after, recorder } of recorders) {
      await vi.waitFor(() => expect(recorder.sequences).toEqual(range(after + 1, 460)));
    }
  });

  it('is shown nothing of an append that was refused', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    log.follow('a', 2, recorder);
    const silent = [{ sequence: 1, value: '"x"' }];
    await expect(log.append('a', 1, { batch: batch('a', 2, 2), silent })).rejects.toThrow();
    await log.append(...appending(batch('a', 3, 3)));
    expect(recorder.received).toEqual([batch('a', 3, 3)]);
  });

  it('has many followers, each of one session', async () => {
    const log = await written(open, 2);
    await log.create(newSession('b'));
    const recorders = ['a', 'a', 'b'].map((id) => {
      const recorder = new Recorder();
      log.follow(id, id === 'a' ? 2 : 0, recorder);
      return recorder;
    });
    await Promise.all([
      log.append(...appending(batch('a', 3, 3))),
      log.append(...appending(batch('b', 1, 5))),
    ]);
    expect(recorders.map(({ sequences }) => sequences)).toEqual([[3], [3], range(1, 5)]);
  });

  it('ends when asked to, for that follower only', async () => {
    const log = await written(open, 2);
    const [first, second] = [new Recorder(), new Recorder()];
    const unfollow = log.follow('a', 2, first);
    log.follow('a', 2, second);
    await log.append(...appending(batch('a', 3, 3)));
    unfollow();
    unfollow();
    await log.append('a', 3, { batch: batch('a', 4, 4), silent: [{ sequence: 3, value: '"x"' }] });
    await log.delete('a');
    expect(first.received).toEqual([batch('a', 3, 3)]);
    expect(second.sequences).toEqual([3, 4]);
  });

  it('ends while the past is read', async () => {
    const log = await written(open, 6);
    const recorder = new Recorder();
    const unfollow = log.follow('a', 0, recorder);
    unfollow();
    await log.append(...appending(batch('a', 7, 7)));
    expect(await log.tail('a')).toBe(7);
    expect(recorder.received).toEqual([]);
  });

  it('ends from within, at once', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    const unfollow = log.follow('a', 2, {
      onState: (change) => {
        recorder.onState(change);
        unfollow();
      },
      onBatch: (each) => recorder.onBatch(each),
    });
    const silent = [1, 2].map((n) => ({ sequence: 2, value: `"${n}"` }));
    await log.append('a', 2, { batch: batch('a', 3, 3), silent });
    expect(recorder.received).toEqual([silent[0]]);
  });

  it('is notified that its session was deleted, and nothing of the next one with that id', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    log.follow('a', 2, recorder);
    await log.append(...appending(batch('a', 3, 3)));
    await log.delete('a');
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 4)));
    expect(recorder.received).toEqual([batch('a', 3, 3), 'deleted']);
  });

  it('keeps its order if a follower writes and reads itself', async () => {
    const log = await written(open, 2);
    const recorder = new Recorder();
    const appends: Promise<void>[] = [];
    log.follow('a', 2, {
      onBatch: ({ last }) => {
        if (last !== 4) return;
        appends.push(log.append(...appending(batch('a', 5, 5))));
        void log.read('a', 0);
      },
    });
    log.follow('a', 2, recorder);
    await Promise.all([
      log.append(...appending(batch('a', 3, 3))),
      log.append(...appending(batch('a', 4, 4))),
    ]);
    await Promise.all(appends);
    expect(recorder.sequences).toEqual([3, 4, 5]);
  });
}
