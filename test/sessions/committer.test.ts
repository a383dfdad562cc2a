import { describe, expect, it, vi } from 'vitest';
import { committerRig, spans } from './committer-rig.js';

describe('the committer', () => {
  it('appends the writes of all sessions in one tick together, each after its last sequence', async () => {
    const { committer, add, ticks } = committerRig();
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
    const { committer, add, ticks, hold, order } = committerRig();
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
    const { committer, ticks } = committerRig();
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
      queue: null,
      queueChanges: null,
    });
  });

  it('splits batches by size within a tick and writes the record with the last one', async () => {
    const { committer, add, ticks, committed } = committerRig();
    committer.changed('a', { sequence: 0, value: '"x"' });
    add('a', 1, 10, 'x'.repeat(50_000));
    await committer.flushed();
    const appends = ticks.flat();
    expect(spans(appends)).toEqual([
      ['a', 0, 1, 3],
      ['a', 3, 4, 6],
      ['a', 6, 7, 9],
      ['a', 9, 10, 10],
    ]);
    expect(appends.map(({ record }) => record?.info)).toEqual([undefined, undefined, undefined, 'info of a']);
    expect(appends.map(({ silent }) => silent?.length)).toEqual([1, undefined, undefined, undefined]);
    expect(committed.map(({ last }) => last)).toEqual([3, 6, 9, 10]);
  });

  it('writes changes of the queue with the record, and shows the queue before the first batch', async () => {
    const { committer, add, ticks, queues } = committerRig();
    const queue = { revision: 1, entries: [] };
    const queueChanges = { removed: ['m'], put: [] };
    queues.set('a', { queue, queueChanges });
    add('a', 1, 7, 'x'.repeat(50_000));
    committer.touch('b');
    await committer.flushed();
    const written = ticks.flat().map((write) => [write.sessionId, write.queue, write.queueChanges]);
    expect(written).toEqual([
      ['b', null, null],
      ['a', queue, undefined],
      ['a', undefined, undefined],
      ['a', undefined, queueChanges],
    ]);
  });

  it('stores much in rounds, and what others write meanwhile before the rest of it', async () => {
    const { committer, add, ticks, hold, order } = committerRig();
    const release = hold();
    const long = 'x'.repeat(140_000);
    add('much', 1, 6, long);
    add('little', 1, 1);
    const little = committer.flushed('little').then(() => order.push('little is stored'));
    const much = committer.flushed('much').then(() => order.push('much is stored'));
    await vi.waitFor(() => expect(order).toEqual(['append']));
    add('another', 1, 1);
    release();
    await Promise.all([little, much]);
    expect(ticks.map(spans)).toEqual([
      [
        ['little', 0, 1, 1],
        ['much', 0, 1, 1],
        ['much', 1, 2, 2],
      ],
      [
        ['another', 0, 1, 1],
        ['much', 2, 3, 3],
        ['much', 3, 4, 4],
      ],
      [
        ['much', 4, 5, 5],
        ['much', 5, 6, 6],
      ],
    ]);
    const [littleStored, muchStored] = ['little is stored', 'much is stored'].map((text) =>
      order.indexOf(text),
    );
    expect(littleStored).toBeLessThan(order.lastIndexOf('append'));
    expect(muchStored).toBeGreaterThan(order.lastIndexOf('append'));
    expect(order.filter((each) => each === 'written much')).toHaveLength(1);
  });

  it('stores the parts of long values before the events that refer to them', async () => {
    const { committer, add, ticks } = committerRig();
    for (const part of [0, 1, 2]) committer.keep('a', { valueId: 'v', part, content: 'x'.repeat(600_000) });
    add('a', 7, 7);
    await committer.flushed();
    expect(
      ticks.map((appends) =>
        appends.map(({ after, batch, longValues }) => [after, batch?.first ?? longValues?.[0]?.part]),
      ),
    ).toEqual([[[6, 0]], [[6, 1]], [[6, 2]], [[6, 7]]]);
  });

  it('includes payloads in the batch size', async () => {
    const { committer, ticks } = committerRig();
    for (const sequence of [1, 2, 3]) committer.add('a', sequence, '{}', 'x'.repeat(140_000));
    await committer.flushed();
    expect(spans(ticks.flat())).toHaveLength(3);
  });

  it('reports commits first and then runs callbacks in order', async () => {
    const { committer, add, order, hold } = committerRig();
    const release = hold();
    add('a', 1, 2);
    committer.after('a', () => order.push('first'));
    add('b', 1, 1);
    committer.after('b', () => order.push('second'));
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
    const { committer, ticks } = committerRig();
    await committer.flushed();
    expect(ticks).toEqual([]);
  });

  it('writes a record without events at the current sequence', async () => {
    const { committer, ticks } = committerRig();
    committer.touch('a');
    await committer.flushed();
    expect(ticks).toEqual([
      [
        {
          sessionId: 'a',
          after: 40,
          silent: [],
          record: { info: 'info of a' },
          checkpoint: null,
          queue: null,
          queueChanges: null,
        },
      ],
    ]);
  });

  it('writes the last events of a removed session, or nothing if there are none', async () => {
    const { committer, add, ticks } = committerRig();
    add('gone', 5, 6);
    await committer.flushed();
    committer.touch('gone');
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([[['gone', 4, 5, 6]]]);
  });

  it('discards pending writes of a deleted session', async () => {
    const { committer, add, ticks } = committerRig();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.forget('a');
    await committer.flushed();
    expect(ticks.map(spans)).toEqual([[['b', 0, 1, 1]]]);
  });

  it('reports a session that cannot be written, and no other session notices', async () => {
    const { committer, add, order, refused, failed } = committerRig();
    const refusal = new Error('malformed');
    refused.set('a', refusal);
    const callback = vi.fn();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.after('a', callback);
    const ofA = committer.flushed('a');
    await committer.flushed('b');
    await expect(ofA).rejects.toBe(refusal);
    expect(failed.mock.calls).toEqual([['a', refusal]]);
    expect(order).toEqual(['append', 'committed b 1-1', 'written b']);
    expect(callback).not.toHaveBeenCalled();
  });

  it('forwards a state change without an event before the events that follow it', async () => {
    const { committer, ticks } = committerRig();
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
