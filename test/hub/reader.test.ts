import { describe, expect, it, vi } from 'vitest';
import { Hub, MOST_BUFFERED, type ReaderOptions } from '../../src/hub/index.js';
import { batchOf, HandSink, lineEncoder, range, SlowLog, settled } from './support.js';

/** A hub that follows the log of one session. */
async function rig(committed = 0) {
  const log = await SlowLog.of(committed);
  const hub = new Hub(log);
  hub.open('s', committed, false);
  let last = committed;
  return {
    log,
    hub,
    publish(count: number, size = 0): void {
      const batch = batchOf(last + 1, last + count, { size });
      last = batch.last;
      log.write(batch);
    },
    /** Changes the machine's value without an event. */
    change(value: string): void {
      void log.append('s', last, { silent: [{ sequence: last, value }] });
    },
    read(sink = new HandSink(), options: Partial<ReaderOptions> = {}) {
      const onCaughtUp = vi.fn();
      const onEnd = vi.fn();
      const encoder = lineEncoder();
      const reader = hub.subscribe('s', { encoder, sink, after: 0, onCaughtUp, onEnd, ...options });
      return { sink, reader, onCaughtUp, onEnd };
    },
  };
}

describe('a reader that keeps up', () => {
  it('gets stored events, is notified that it has caught up, and gets live events without reading the log', async () => {
    const { publish, read, log } = await rig(3);
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
    const { publish, read } = await rig(2);
    const { sink, onCaughtUp } = read();
    publish(1);
    await new Promise((resolve) => setImmediate(resolve));
    publish(2);
    await settled();
    expect(sink.sequences).toEqual(range(1, 5));
    expect(onCaughtUp.mock.calls).toEqual([[5]]);
  });

  it('shares its bytes with readers of the same kind', async () => {
    const { publish, read } = await rig();
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

  it('gets only events after its offset, even one in the future', async () => {
    const { publish, read } = await rig(5);
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

describe('a reader that follows the state machine', () => {
  it('shares the bytes of state changes and notifications with readers of its kind', async () => {
    const { hub, read, change } = await rig(2);
    const encoder = lineEncoder({ states: true });
    const state = vi.spyOn(encoder, 'state');
    const notification = vi.spyOn(encoder, 'notification');
    const readers = [read(new HandSink(), { encoder }), read(new HandSink(), { encoder })];
    await settled();
    for (const { sink } of readers) sink.text = '';
    change('"idle"');
    hub.notify('s', 'agent', { state: 'running' });
    for (const { sink } of readers) expect(sink.text).toBe('state s 2 "idle"\nagent {"state":"running"}\n');
    expect([state.mock.calls.length, notification.mock.calls.length]).toEqual([1, 1]);
  });

  it('gets notifications while it is behind, but no state changes ahead of its events', async () => {
    const { hub, read, change } = await rig(2);
    const { sink } = read(new HandSink(), { encoder: lineEncoder({ states: true }) });
    change('"idle"');
    hub.notify('s', 'agent', {});
    expect(sink.text).toBe('agent {}\n');
  });

  it('is the only one to get them: other readers and transports without them are skipped', async () => {
    const { hub, read, change } = await rig(2);
    const plain = read();
    const silent = { ...lineEncoder({ states: true }), state: () => null, notification: () => null };
    const other = read(new HandSink(), { encoder: silent });
    await settled();
    const before = [plain.sink.text, other.sink.text];
    change('"idle"');
    hub.notify('s', 'agent', {});
    expect([plain.sink.text, other.sink.text]).toEqual(before);
  });
});

describe('a reader that does not keep up', () => {
  it('is behind until its socket has drained, and then gets everything', async () => {
    const { publish, read } = await rig();
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

  it('delays no other reader', async () => {
    const { publish, read } = await rig();
    const slow = read(new HandSink(false));
    const quick = read();
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    expect(quick.sink.sequences).toEqual(range(1, 30));
    expect(slow.sink.sequences.length).toBeLessThan(30);
  });

  it('never has more than the maximum in its buffer, however it drains', async () => {
    const { publish, read } = await rig();
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

  it('is closed with an error if the log cannot be read', async () => {
    const { hub, log, read } = await rig(3);
    const failure = new Error('disk');
    vi.spyOn(log, 'read').mockRejectedValue(failure);
    const onError = vi.fn();
    const { reader, onEnd } = read(new HandSink(), { onError });
    await settled();
    expect(onError.mock.calls).toEqual([[failure]]);
    expect([reader.isClosed, onEnd.mock.calls.length, hub.readers]).toEqual([true, 0, 0]);
  });
});

describe('the end of a reader', () => {
  it('comes with the end of its session, once it has all events', async () => {
    const { hub, publish, read } = await rig(2);
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

  it('comes at once, with all events, if its session has already ended', async () => {
    const { hub, read } = await rig(2);
    hub.end('s');
    const { sink, onCaughtUp, onEnd } = read();
    await settled();
    expect([sink.sequences, onCaughtUp.mock.calls, onEnd.mock.calls.length]).toEqual([[1, 2], [[2]], 1]);
  });

  it('comes at a requested sequence, with nothing beyond', async () => {
    const { publish, read } = await rig(2);
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

  it('comes at once if it already has the requested sequence', async () => {
    const { hub, read } = await rig(2);
    const { sink, reader, onEnd } = read();
    await settled();
    reader.endAt(2);
    expect([sink.sequences, onEnd.mock.calls.length, hub.readers]).toEqual([[1, 2], 1, 0]);
  });

  it('comes when its session is deleted, wherever it is', async () => {
    const { hub, publish, read } = await rig(2);
    const quick = read();
    const slow = read(new HandSink(false));
    await settled();
    for (let i = 0; i < 30; i++) publish(1, 50_000);
    hub.drop('s');
    slow.sink.drain(true);
    await settled();
    expect([quick.onEnd.mock.calls.length, slow.onEnd.mock.calls.length]).toEqual([1, 1]);
    expect(hub.readers).toBe(0);
    expect(() => hub.committed('s')).toThrow('unknown session s');
  });

  it('comes once when the daemon stops', async () => {
    const { hub, read } = await rig(2);
    const { onEnd } = read();
    await settled();
    hub.dismiss();
    hub.dismiss();
    hub.end('s');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('is not reported if the reader was closed by its owner', async () => {
    const { hub, publish, read } = await rig(2);
    const { sink, reader, onEnd, onCaughtUp } = read();
    reader.close();
    publish(3);
    hub.end('s');
    await settled();
    expect([sink.text, onEnd.mock.calls, onCaughtUp.mock.calls, hub.readers]).toEqual(['', [], [], 0]);
  });
});
