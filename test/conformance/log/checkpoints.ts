import { expect, it } from 'vitest';
import { type EventLog, LogError } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { batch, newSession } from './data.js';

const at = (sequence: number, keep = false) => ({ sequence, keep, snapshot: `{"at":${sequence}}` });

/** Ten events, with checkpoints at 2, 4, 6, 8 and 10, of which 4 and 8 are to be kept. */
async function write(log: EventLog): Promise<void> {
  await log.create(newSession('a'));
  for (const last of [2, 4, 6, 8, 10]) {
    await log.append('a', last - 2, {
      batch: batch('a', last - 1, last),
      checkpoint: at(last, last % 4 === 0),
    });
  }
}

export function checkpointConformance(open: OpenTestLog, factory: LogFactory): void {
  it('are null if none was written', async () => {
    const log = await open();
    await log.create(newSession('a'));
    expect(await log.checkpoint('a')).toBeNull();
    expect(await log.checkpoint('ghost')).toBeNull();
  });

  it('are the ones to keep, and the last one', async () => {
    const log = await open();
    await write(log);
    const found = await Promise.all(Array.from({ length: 12 }, (_, n) => log.checkpoint('a', n)));
    expect(found).toEqual([
      ...[null, null, null, null],
      ...[at(4, true), at(4, true), at(4, true), at(4, true)],
      ...[at(8, true), at(8, true), at(10), at(10)],
    ]);
    expect(await log.checkpoint('a')).toEqual(at(10));
  });

  it('need no events: one at the same sequence replaces the earlier', async () => {
    const log = await open();
    await write(log);
    const queued = { ...at(10), snapshot: '{"queue":["ä"]}' };
    await log.append('a', 10, { checkpoint: queued });
    expect(await log.checkpoint('a')).toEqual(queued);
    await log.append('a', 10, { batch: batch('a', 11, 11), checkpoint: at(11) });
    expect(await log.checkpoint('a', 10)).toEqual(at(8, true));
  });

  it('stay kept if they are replaced at the same sequence', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append('a', 0, { batch: batch('a', 1, 4), checkpoint: at(4, true) });
    await log.append('a', 4, { checkpoint: { ...at(4), snapshot: '"later"' } });
    await log.append('a', 4, { batch: batch('a', 5, 5), checkpoint: at(5) });
    expect(await log.checkpoint('a', 4)).toEqual({ sequence: 4, keep: true, snapshot: '"later"' });
    expect(await log.checkpoint('a')).toEqual(at(5));
  });

  it('may stand before the first event', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append('a', 0, { checkpoint: at(0) });
    expect(await log.checkpoint('a')).toEqual(at(0));
  });

  it('stay if a write has none', async () => {
    const log = await open();
    await write(log);
    await log.append('a', 10, { batch: batch('a', 11, 12), record: { updatedAt: 5 } });
    expect(await log.checkpoint('a')).toEqual(at(10));
  });

  it.each([9, 11, 13])('are refused at %i if their write ends at 12', async (sequence) => {
    const log = await open();
    await write(log);
    const bad = log.append('a', 10, { batch: batch('a', 11, 12), checkpoint: at(sequence) });
    await expect(bad).rejects.toThrow(LogError);
    expect(await log.tail('a')).toBe(10);
    expect(await log.checkpoint('a')).toEqual(at(10));
  });

  it('belong to their session', async () => {
    const log = await open();
    await write(log);
    await log.create(newSession('b'));
    await log.append('b', 0, { batch: batch('b', 1, 3), checkpoint: at(3) });
    expect(await log.checkpoint('b', 100)).toEqual(at(3));
    await log.delete('a');
    expect(await log.checkpoint('a')).toBeNull();
    expect(await log.checkpoint('b')).toEqual(at(3));
  });

  it('may be large, and are there after the log was closed and opened again', async () => {
    const place = await factory();
    const log = await place.open();
    const large = { ...at(0, true), snapshot: JSON.stringify('ä😀\n'.repeat(500_000)) };
    await log.create(newSession('a'));
    await log.append('a', 0, { checkpoint: large });
    await log.close();
    const again = await place.open();
    expect(await again.checkpoint('a')).toEqual(large);
    await again.close();
  });
}
