import { describe, expect, it, vi } from 'vitest';
import { Hub, MOST_BUFFERED, type ReaderOptions } from '../../src/hub/index.js';
import { batchOf, HandSink, MemoryLog, range, settled } from './support.js';

/** A hub with one session, whose log is written as it is published. */
function rig(committed = 0) {
  const log = new MemoryLog();
  const hub = new Hub(log.asLog);
  if (committed > 0) log.batches.push(batchOf(1, committed));
  hub.open('s', committed, false);
  let last = committed;
  return {
    log,
    hub,
    publish(count: number, size = 0): void {
      const batch = batchOf(last + 1, last + count, { size });
      last = batch.last;
      log.batches.push(batch);
      hub.publish(batch);
    },
    read(sink = new HandSink(), options: Partial<ReaderOptions> = {}) {
      const onCaughtUp = vi.fn();
      const onEnd = vi.fn();
      const view = { transport: 'sse', raw: false, states: false } as const;
      const reader = hub.subscribe('s', { view, sink, after: 0, onCaughtUp, onEnd, ...options });
      return { sink, reader, onCaughtUp, onEnd };
    },
  };
}

describe('a reader in step', () => {
  it('gets what was, is told that it has caught up, and gets what comes without reading the log', async () => {
    const { publish, read, log } = rig(3);
    const { sink, onCaughtUp, reader } = read();
    await settled();
    expect([sink.sequences, onCaughtUp.mock.calls, reader.isInStep]).toEqual([[1, 2, 3], [[3]], true]);
    const { reads } = log;
    publish(2);
    publish(1);
    expect(sink.sequences).toEqual(range(1, 6));
    await settled();
    expect(log.reads).toBe(reads);
    expect(onCaughtUp).toHaveBeenCalledOnce();
  });

  it('misses nothing that is published while it reads the log', async () => {
    const { publish, read } = rig(2);
    const { sink, onCaughtUp } = read();
    publish(1);
    await new Promise((resolve) => setImmediate(resolve));
    publish(2);
    await settled();
    expect(sink.sequences).toEqual(range(1, 5));
    expect(onCaughtUp.mock.calls).toEqual([[5]]);
  });

  it('shares its bytes with others like it', async () => {
    const { publish, read } = rig();
    const written: Buffer[] = [];
    const sinks = [new HandSink(), new HandSink()];
    for (const sink of sinks) {
      vi.spyOn(sink, 'write').mockImplementation((bytes) => void written.push(bytes));
      read(sink);
    }
    await settled();
    publish(3);
    expect(written).toHaveLength(2);
    expect(written[0]).toBe(written[1]);
  });

  it('gets only what follows an offset, also one in the future', async () => {
    const { publish, read } = rig(5);
    const past = read(new HandSink(), { after: 3 });
    const future = read(new HandSink(), { after: 7 });
    await settled();
    publish(1);
    publish(3);
    publish(1);
    await settled();
    expect(past.sink.sequences).toEqual(range(4, 10));
    expect(future.sink.sequences).toEqual([8, 9, 10]);
    expect(future.onCaughtUp).toHaveBeenCalledOnce();
  });
});

describe('a reader that does not keep up', () => {
  it('is behind until its socket has drained, and then gets all of it', async () => {
    const { publish, read } = rig();
    const { sink, reader, onCaughtUp } = read(new HandSink(false));
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    expect(reader.isInStep).toBe(false);
    expect(sink.buffered).toBeLessThanOrEqual(MOST_BUFFERED);
    const before = sink.sequences.length;
    await settled();
    expect(sink.sequences).toHaveLength(before);
    sink.drain(true);
    await settled();
    expect(sink.sequences).toEqual(range(1, 30));
    expect([reader.isInStep, onCaughtUp.mock.calls]).toEqual([true, [[0]]]);
  });

  it('slows nobody else', async () => {
    const { publish, read } = rig();
    const slow = read(new HandSink(false));
    const quick = read();
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    expect(quick.sink.sequences).toEqual(range(1, 30));
    expect(slow.sink.sequences.length).toBeLessThan(30);
  });

  it('is not handed more than the most, however it drains', async () => {
    const { publish, read } = rig();
    const { sink } = read(new HandSink(false));
    await settled();
    for (let i = 0; i < 60; i++) {
      publish(2, 40_000);
      if (i % 7 === 0) {
        sink.drain();
        await settled();
      }
    }
    expect(sink.most).toBeLessThanOrEqual(MOST_BUFFERED);
    for (let i = 0; i < 60; i++) {
      sink.drain();
      await settled();
    }
    expect(sink.sequences).toEqual(range(1, 120));
    expect(sink.most).toBeLessThanOrEqual(MOST_BUFFERED);
  });

  it('is told that its log cannot be read, and is closed', async () => {
    const { hub, log, read } = rig(3);
    const failure = new Error('disk');
    vi.spyOn(log, 'read').mockRejectedValue(failure);
    const onError = vi.fn();
    const { reader, onEnd } = read(new HandSink(), { onError });
    await settled();
    expect(onError.mock.calls).toEqual([[failure]]);
    expect([reader.isClosed, onEnd.mock.calls.length, hub.readers]).toEqual([true, 0, 0]);
  });
});

describe('a reader ends', () => {
  it('with its session, once it has all of it', async () => {
    const { hub, publish, read } = rig(2);
    const quick = read();
    await settled();
    const slow = read(new HandSink(false));
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    hub.end('s');
    expect(quick.onEnd).toHaveBeenCalledOnce();
    expect(slow.onEnd).not.toHaveBeenCalled();
    slow.sink.drain(true);
    await settled();
    expect(slow.onEnd).toHaveBeenCalledOnce();
    expect(slow.sink.sequences).toEqual(range(1, 32));
    expect(hub.readers).toBe(0);
  });

  it('at once where its session has ended before, with all of it', async () => {
    const { hub, read } = rig(2);
    hub.end('s');
    const { sink, onCaughtUp, onEnd } = read();
    await settled();
    expect([sink.sequences, onCaughtUp.mock.calls, onEnd.mock.calls.length]).toEqual([[1, 2], [[2]], 1]);
  });

  it('where it was told to, and gets nothing beyond', async () => {
    const { publish, read } = rig(2);
    const { sink, reader, onEnd } = read();
    await settled();
    reader.endAt(5);
    publish(2);
    expect(onEnd).not.toHaveBeenCalled();
    publish(4);
    await settled();
    expect([sink.sequences, onEnd.mock.calls.length, reader.isClosed]).toEqual([range(1, 5), 1, true]);
    publish(1);
    expect(sink.sequences).toEqual(range(1, 5));
  });

  it('at once where it was told to end at what it has', async () => {
    const { hub, read } = rig(2);
    const { sink, reader, onEnd } = read();
    await settled();
    reader.endAt(2);
    expect([sink.sequences, onEnd.mock.calls.length, hub.readers]).toEqual([[1, 2], 1, 0]);
  });

  it('when its session is deleted, wherever it stands', async () => {
    const { hub, publish, read } = rig(2);
    const quick = read();
    const slow = read(new HandSink(false));
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    hub.drop('s');
    slow.sink.drain(true);
    await settled();
    expect([quick.onEnd.mock.calls.length, slow.onEnd.mock.calls.length]).toEqual([1, 1]);
    expect(hub.readers).toBe(0);
    expect(() => hub.committed('s')).toThrow('does not know');
  });

  it('when the daemon stops, and only once', async () => {
    const { hub, read } = rig(2);
    const { onEnd } = read();
    await settled();
    hub.dismiss();
    hub.dismiss();
    hub.end('s');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('when it is closed, and hears nothing more, not even of the end', async () => {
    const { hub, publish, read } = rig(2);
    const { sink, reader, onEnd, onCaughtUp } = read();
    reader.close();
    publish(3);
    hub.end('s');
    await settled();
    expect([sink.text, onEnd.mock.calls, onCaughtUp.mock.calls, hub.readers]).toEqual(['', [], [], 0]);
  });
});
