import { expect, it } from 'vitest';
import { type EventLog, LogError, SequenceError } from '../../../src/log/index.js';
import type { SessionQueue } from '../../../src/schema/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { batch, newSession, queueRow, record } from './data.js';

const one = queueRow('one', { rank: 1 });
const two = queueRow('two', { rank: 2 });
const three = queueRow('three', { rank: 3 });

/** A session with three queued messages and no events. */
async function write(log: EventLog, sessionId = 'a'): Promise<void> {
  await log.create(newSession(sessionId));
  await log.append(sessionId, 0, { queueChanges: { removed: [], put: [three, one, two] } });
}

export function queueConformance(open: OpenTestLog, factory: LogFactory): void {
  it('is empty at first, and of a session that does not exist', async () => {
    const log = await open();
    await log.create(newSession('a'));
    expect(await log.queue('a')).toEqual([]);
    expect(await log.queue('ghost')).toEqual([]);
  });

  it('is sorted by rank, and each row comes back as it was given', async () => {
    const log = await open();
    await write(log);
    expect(await log.queue('a')).toEqual([one, two, three]);
  });

  it('takes any rank, any id and any text', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const ids = [
      '__proto__',
      'nul \0 nul',
      'half \ud800',
      '\ud800',
      'ä😀',
      "'; --",
      '"',
      '',
      'x'.repeat(200),
    ];
    const rows = ids.map((id, index) =>
      queueRow(id, {
        rank: -3 + 2 ** -50 * index,
        revision: 2 ** 40 + index,
        content: JSON.stringify({ message: `${id}\n\u2028`.repeat(index === 0 ? 400_000 : 1) }),
      }),
    );
    await log.append('a', 0, { queueChanges: { removed: [], put: rows.toReversed() } });
    expect(await log.queue('a')).toEqual(rows);
    const others = rows.filter((_, index) => index % 2 === 0);
    const removed = ids.filter((_, index) => index % 2 === 1);
    await log.append('a', 0, { queueChanges: { removed, put: [] } });
    expect(await log.queue('a')).toEqual(others);
  });

  it('changes by rows, which are replaced, moved without their content, and removed', async () => {
    const log = await open();
    await write(log);
    const edited = { ...two, revision: 2, content: '{"message":"edited"}' };
    await log.append('a', 0, { queueChanges: { removed: [], put: [edited] } });
    expect(await log.queue('a')).toEqual([one, edited, three]);

    const moved = { ...edited, revision: 3, rank: 0.5 };
    await log.append('a', 0, { queueChanges: { removed: [], put: [{ ...moved, content: null }] } });
    expect(await log.queue('a')).toEqual([moved, one, three]);

    const again = queueRow('one', { rank: 9, content: '"new"' });
    await log.append('a', 0, { queueChanges: { removed: ['one', 'unknown'], put: [again] } });
    expect(await log.queue('a')).toEqual([moved, three, again]);
  });

  it('stays if a write has no changes of it', async () => {
    const log = await open();
    await write(log);
    const checkpoint = { sequence: 2, snapshot: '{}', keep: false };
    await log.append('a', 0, { batch: batch('a', 1, 2), checkpoint, record: { updatedAt: 5 } });
    await log.append('a', 2, { queueChanges: null });
    expect(await log.queue('a')).toEqual([one, two, three]);
  });

  it('is stored with the events, the record and the checkpoint of its write, or not at all', async () => {
    const log = await open();
    await write(log);
    const whole = {
      batch: batch('a', 1, 2),
      record: { unsettled: true },
      checkpoint: { sequence: 2, snapshot: '{}', keep: false },
    };
    const gone = { removed: ['one'], put: [] };
    await expect(log.append('a', 7, { ...whole, queueChanges: gone })).rejects.toThrow(SequenceError);
    const bad = { removed: ['one'], put: [{ ...queueRow('new'), content: null }] };
    await expect(log.append('a', 0, { ...whole, queueChanges: bad })).rejects.toThrow(LogError);
    const again = { removed: ['one'], put: [{ ...one, content: null }] };
    await expect(log.append('a', 0, { ...whole, queueChanges: again })).rejects.toThrow(LogError);
    expect(await log.queue('a')).toEqual([one, two, three]);
    expect(await log.session('a')).toEqual(record('a'));
    expect(await log.checkpoint('a')).toBeNull();

    await log.append('a', 0, { ...whole, queueChanges: gone });
    expect(await log.queue('a')).toEqual([two, three]);
    expect(await log.session('a')).toEqual(record('a', { unsettled: true, lastSequence: 2 }));
    expect(await log.checkpoint('a')).toEqual(whole.checkpoint);
  });

  it('belongs to its session, and is deleted with it', async () => {
    const log = await open();
    await write(log, 'a');
    await write(log, 'b');
    await log.append('a', 0, { queueChanges: { removed: ['one'], put: [] } });
    expect(await log.queue('b')).toEqual([one, two, three]);
    await log.delete('b');
    expect(await log.queue('b')).toEqual([]);
    await log.create(newSession('b'));
    expect(await log.queue('b')).toEqual([]);
    expect(await log.queue('a')).toEqual([two, three]);
  });

  it('is there after the log was closed and opened again', async () => {
    const place = await factory();
    const log = await place.open();
    await write(log);
    await log.close();
    const again = await place.open();
    expect(await again.queue('a')).toEqual([one, two, three]);
    await again.close();
  });

  it('is passed to followers as its writer gave it, before the events of the same write', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const seen: unknown[] = [];
    const follower = (name: string) => ({
      onBatch: () => seen.push(`${name} batch`),
      onQueue: (queue: SessionQueue) => seen.push(`${name} ${queue.revision}`),
    });
    log.follow('a', 0, follower('first'));
    await log.append('a', 0, { batch: batch('a', 1, 2), queue: { revision: 1, entries: [] } });
    expect(seen).toEqual(['first 1', 'first batch']);

    // One that is behind gets it early.
    const behind = log.follow('a', 0, follower('second'));
    await log.append('a', 2, { queue: { revision: 2, entries: [] } });
    expect(seen).toContain('first 2');
    expect(seen).toContain('second 2');
    behind();
    await log.append('a', 2, { queue: { revision: 3, entries: [] } });
    expect(seen).toContain('first 3');
    expect(seen).not.toContain('second 3');
    expect(await log.queue('a')).toEqual([]);
  });
}
