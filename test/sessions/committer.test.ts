import { describe, expect, it, vi } from 'vitest';
import type { Batch, EventLog, Write } from '../../src/log/index.js';
import { Committer } from '../../src/sessions/committer.js';

/** A committer over a log that only remembers, and may be told to take its time or to refuse. */
function rig() {
  const order: string[] = [];
  const transactions: Write[][] = [];
  const committed: Batch[] = [];
  const failed = vi.fn();
  let gate: Promise<void> = Promise.resolve();
  const log = {
    append: async (writes: readonly Write[]) => {
      order.push('append');
      await gate;
      transactions.push([...writes]);
    },
  };
  const committer = new Committer(log as unknown as EventLog, {
    describe: (sessionId) => ({ info: `info of ${sessionId}` }),
    committed: (batch) => {
      order.push(`committed ${batch.sessionId} ${batch.first}-${batch.last}`);
      committed.push(batch);
    },
    changed: (sessionId, { sequence, value }) => order.push(`changed ${sessionId} ${sequence} ${value}`),
    written: () => {},
    failed,
  });
  return {
    committer,
    log,
    order,
    transactions,
    committed,
    failed,
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

const spans = (writes: Write[]) =>
  writes.map(({ batch, record }) => [record.sessionId, batch?.first, batch?.last]);

describe('the committer', () => {
  it('writes what all sessions added in one tick in one transaction', async () => {
    const { committer, add, transactions } = rig();
    add('a', 1, 3);
    add('b', 1, 1);
    add('a', 4, 4);
    await committer.flushed();
    expect(transactions.map(spans)).toEqual([
      [
        ['a', 1, 4],
        ['b', 1, 1],
      ],
    ]);
  });

  it('writes what is added during a transaction in the next one', async () => {
    const { committer, add, transactions, hold, order } = rig();
    const release = hold();
    add('a', 1, 1);
    await vi.waitFor(() => expect(order).toEqual(['append']));
    add('a', 2, 3);
    const both = committer.flushed();
    release();
    await both;
    expect(transactions.map(spans)).toEqual([[['a', 1, 1]], [['a', 2, 3]]]);
  });

  it('keeps events with their payloads and states', async () => {
    const { committer, transactions } = rig();
    committer.add('a', 1, '{"n":1}', '{"raw":1}');
    committer.changed('a', { sequence: 1, value: '"live"' });
    committer.add('a', 2, '{"n":2}', null);
    committer.changed('a', { sequence: 2, value: '"ended"' });
    await committer.flushed();
    expect(transactions[0]![0]).toEqual({
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
      record: { sessionId: 'a', info: 'info of a' },
    });
  });

  it('cuts batches at their size, in the same transaction; the record goes with the last', async () => {
    const { committer, add, transactions, committed } = rig();
    add('a', 1, 10, 'x'.repeat(50_000));
    await committer.flushed();
    expect(transactions).toHaveLength(1);
    expect(spans(transactions[0]!)).toEqual([
      ['a', 1, 3],
      ['a', 4, 6],
      ['a', 7, 9],
      ['a', 10, 10],
    ]);
    const records = transactions[0]!.map(({ record }) => record.info);
    expect(records).toEqual([undefined, undefined, undefined, 'info of a']);
    expect(committed.map(({ last }) => last)).toEqual([3, 6, 9, 10]);
  });

  it('counts payloads into the size', async () => {
    const { committer, transactions } = rig();
    for (const sequence of [1, 2, 3]) committer.add('a', sequence, '{}', 'x'.repeat(140_000));
    await committer.flushed();
    expect(spans(transactions[0]!)).toHaveLength(3);
  });

  it('shows only what is committed, and calls back after that, in the order of asking', async () => {
    const { committer, add, order, hold } = rig();
    const release = hold();
    add('a', 1, 2);
    committer.after(() => order.push('first'));
    add('b', 1, 1);
    committer.after(() => order.push('second'));
    await vi.waitFor(() => expect(order).toEqual(['append']));
    release();
    await committer.flushed();
    expect(order.slice(0, 5)).toEqual(['append', 'committed a 1-2', 'committed b 1-1', 'first', 'second']);
  });

  it('calls back also where nothing was to be written', async () => {
    const { committer, transactions } = rig();
    await committer.flushed();
    expect(transactions.flat()).toEqual([]);
  });

  it('writes a record alone where a session only wants that', async () => {
    const { committer, transactions } = rig();
    committer.touch('a');
    await committer.flushed();
    expect(transactions).toEqual([[{ batch: null, record: { sessionId: 'a', info: 'info of a' } }]]);
  });

  it('forgets what a deleted session still wanted to write', async () => {
    const { committer, add, transactions } = rig();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.forget('a');
    await committer.flushed();
    expect(transactions.map(spans)).toEqual([[['b', 1, 1]]]);
  });

  it('tells where the log refuses, shows nothing, and calls nobody back', async () => {
    const { committer, log, add, committed, failed } = rig();
    const refusal = new Error('disk full');
    log.append = () => Promise.reject(refusal);
    const callback = vi.fn();
    add('a', 1, 2);
    committer.after(callback);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(refusal));
    expect(committed).toEqual([]);
    expect(callback).not.toHaveBeenCalled();
  });

  it('tells of a change that came with no event, before the events that follow it', async () => {
    const { committer, order } = rig();
    committer.changed('a', { sequence: 3, value: '"x"' });
    committer.add('a', 4, '{}', null);
    committer.changed('a', { sequence: 4, value: '"y"' });
    await committer.flushed();
    expect(order).toEqual(['append', 'changed a 3 "x"', 'committed a 4-4']);
  });
});
