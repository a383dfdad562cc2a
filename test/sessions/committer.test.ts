import { describe, expect, it, vi } from 'vitest';
import type { Batch, Write } from '../../src/log/index.js';
import { Committer } from '../../src/sessions/committer.js';

interface Appended extends Write {
  sessionId: string;
  after: number;
}

/** A committer over a recording log that can be told to delay, or to refuse a session. */
function rig() {
  const order: string[] = [];
  /** The appends, grouped by tick. */
  const ticks: Appended[][] = [];
  const committed: Batch[] = [];
  const failed = vi.fn();
  const refused = new Map<string, Error>();
  let gate: Promise<void> = Promise.resolve();
  let tick: Appended[] | null = null;
  const append = async (sessionId: string, after: number, write: Write) => {
    if (!tick) {
      tick = [];
      ticks.push(tick);
      order.push('append');
      queueMicrotask(() => {
        tick = null;
      });
    }
    tick.push({ sessionId, after, ...write });
    await gate;
    const error = refused.get(sessionId);
    if (error) throw error;
  };
  const committer = new Committer(
    { append },
    {
      describe: (sessionId) =>
        sessionId === 'gone'
          ? null
          : { sequence: 40, record: { info: `info of ${sessionId}` }, checkpoint: null },
      committed: (batch) => {
        order.push(`committed ${batch.sessionId} ${batch.first}-${batch.last}`);
        committed.push(batch);
      },
      written: (sessionId) => order.push(`written ${sessionId}`),
      failed,
    },
  );
  return {
    committer,
    order,
    ticks,
    committed,
    failed,
    refused,
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    add: (sessionId: string, first: number, last: number, text = '{}') => {
      for (let i = first; i <= last; i++) committer.add(sessionId, i, text, null);
    },
  };
}

const spans = (appends: Appended[]) =>
  appends.map(({ sessionId, after, batch }) => [sessionId, after, batch?.first, batch?.last]);

describe('the committer', () => {
  it('appends the writes of all sessions in one tick together, each after its last sequence', async () => {
    const { committer, add, ticks } = rig();
    add('a', 1, 3);
    add('b', 8, 8);
    add('a', 4, 4);
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([
      [
        ['a', 0, 1, 4],
        ['b', 7, 8, 8],
      ],
    ]);
  });

  it('appends later writes once all earlier appends are done', async () => {
    const { committer, add, ticks, hold, order } = rig();
    const release = hold();
    add('a', 1, 1);
    await vi.waitFor(() => expect(order).toEqual(['append']));
    add('a', 2, 3);
    const both = committer.flushed();
    release();
    await both;
    expect(ticks.map(spans)).toEqual([[['a', 0, 1, 1]], [['a', 1, 2, 3]]]);
  });

  it('keeps events with their payloads and states', async () => {
    const { committer, ticks } = rig();
    committer.add('a', 1, '{"n":1}', '{"raw":1}');
    committer.changed('a', { sequence: 1, value: '"live"' });
    committer.add('a', 2, '{"n":2}', null);
    committer.changed('a', { sequence: 2, value: '"ended"' });
    await committer.flushed();
    expect(ticks[0]![0]).toEqual({
      sessionId: 'a',
      after: 0,
      batch: {
        sessionId: 'a',
        first: 1,
        last: 2,
        events: ['{"n":1}', '{"n":2}'],
        raws: ['{"raw":1}', null],
        states: [
          { sequence: 1, value: '"live"' },
          { sequence: 2, value: '"ended"' },
        ],
      },
      silent: [],
      record: { info: 'info of a' },
      checkpoint: null,
    });
  });

  it('splits batches by size within a tick and writes the record with the last one', async () => {
    const { committer, add, ticks, committed } = rig();
    committer.changed('a', { sequence: 0, value: '"x"' });
    add('a', 1, 10, 'x'.repeat(50_000));
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([
      [
        ['a', 0, 1, 3],
        ['a', 3, 4, 6],
        ['a', 6, 7, 9],
        ['a', 9, 10, 10],
      ],
    ]);
    const [appends] = ticks;
    expect(appends!.map(({ record }) => record?.info)).toEqual([
      undefined,
      undefined,
      undefined,
      'info of a',
    ]);
    expect(appends!.map(({ silent }) => silent?.length)).toEqual([1, undefined, undefined, undefined]);
    expect(committed.map(({ last }) => last)).toEqual([3, 6, 9, 10]);
  });

  it('includes payloads in the batch size', async () => {
    const { committer, ticks } = rig();
    for (const sequence of [1, 2, 3]) committer.add('a', sequence, '{}', 'x'.repeat(140_000));
    await committer.flushed();
    expect(spans(ticks[0]!)).toHaveLength(3);
  });

  it('reports commits first and then runs callbacks in order', async () => {
    const { committer, add, order, hold } = rig();
    const release = hold();
    add('a', 1, 2);
    committer.after(() => order.push('first'));
    add('b', 1, 1);
    committer.after(() => order.push('second'));
    await vi.waitFor(() => expect(order).toEqual(['append']));
    release();
    await committer.flushed();
    expect(order.slice(1, 7)).toEqual([
      'committed a 1-2',
      'written a',
      'committed b 1-1',
      'written b',
      'first',
      'second',
    ]);
  });

  it('runs callbacks even if there is nothing to write', async () => {
    const { committer, ticks } = rig();
    await committer.flushed();
    expect(ticks).toEqual([]);
  });

  it('writes a record without events at the current sequence', async () => {
    const { committer, ticks } = rig();
    committer.touch('a');
    await committer.flushed();
    expect(ticks).toEqual([
      [
        {
          sessionId: 'a',
          after: 40,
          batch: null,
          silent: [],
          record: { info: 'info of a' },
          checkpoint: null,
        },
      ],
    ]);
  });

  it('writes the last events of a removed session, or nothing if there are none', async () => {
    const { committer, add, ticks } = rig();
    add('gone', 5, 6);
    await committer.flushed();
    committer.touch('gone');
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([[['gone', 4, 5, 6]]]);
  });

  it('discards pending writes of a deleted session', async () => {
    const { committer, add, ticks } = rig();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.forget('a');
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([[['b', 0, 1, 1]]]);
  });

  it('reports a rejected append and the commits of others, and runs no callbacks', async () => {
    const { committer, add, order, refused, failed } = rig();
    const refusal = new Error('disk full');
    refused.set('a', refusal);
    const callback = vi.fn();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.after(callback);
    await vi.waitFor(() => expect(failed.mock.calls).toEqual([[refusal]]));
    await vi.waitFor(() => expect(order).toEqual(['append', 'committed b 1-1', 'written b']));
    expect(callback).not.toHaveBeenCalled();
  });

  it('forwards a state change without an event before the events that follow it', async () => {
    const { committer, ticks } = rig();
    committer.changed('a', { sequence: 3, value: '"x"' });
    committer.add('a', 4, '{}', null);
    committer.changed('a', { sequence: 4, value: '"y"' });
    await committer.flushed();
    expect(ticks[0]![0]).toMatchObject({
      silent: [{ sequence: 3, value: '"x"' }],
      batch: { first: 4, states: [{ sequence: 4, value: '"y"' }] },
    });
  });
});
