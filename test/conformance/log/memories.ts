import { expect, it } from 'vitest';
import { type EventLog, SequenceError } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { batch, newSession } from './data.js';

const receipt = { messageId: 'm', fingerprint: 'f', isTakenBack: false };

/** Three writes: before any event, with events, and after them. */
async function write(log: EventLog, sessionId = 'a'): Promise<void> {
  await log.create(newSession(sessionId));
  await log.append(sessionId, 0, { names: '"none"' });
  await log.append(sessionId, 0, { batch: batch(sessionId, 1, 3), names: '"three"' });
  await log.append(sessionId, 3, { names: '"still three"' });
  await log.append(sessionId, 3, { batch: batch(sessionId, 4, 5) });
  await log.append(sessionId, 5, { batch: batch(sessionId, 6, 6), names: '"six"' });
}

/** A session's memory besides its events: names, receipts and long values. */
export function memoryConformance(open: OpenTestLog, factory: LogFactory): void {
  it('returns names newest first', async () => {
    const log = await open();
    await write(log);
    expect(await log.names('a')).toEqual(['"six"', '"still three"', '"three"', '"none"']);
    expect(await log.names('ghost')).toEqual([]);
  });

  it('returns the names that had been given at an event', async () => {
    const log = await open();
    await write(log);
    expect(await log.names('a', { atOrBefore: 5 })).toEqual(['"still three"', '"three"', '"none"']);
    expect(await log.names('a', { atOrBefore: 2 })).toEqual(['"none"']);
    expect(await log.names('a', { atOrBefore: 2 ** 52 })).toHaveLength(4);
  });

  it('stops with the text that reaches a length', async () => {
    const log = await open();
    await log.create(newSession('a'));
    for (let i = 1; i <= 200; i++) await log.append('a', 0, { names: String(1000 + i) });
    expect(await log.names('a', { chars: 9 })).toEqual(['1200', '1199', '1198']);
    const all = await log.names('a');
    expect([all.length, all.at(-1)]).toEqual([200, '1001']);
  });

  it('finds a receipt by its message, as it was last written', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.create(newSession('b'));
    const ids = ['__proto__', 'nul \0', 'half \ud800', '😀', "'", ''];
    await log.append('a', 0, { receipts: ids.map((messageId) => ({ ...receipt, messageId })) });
    for (const messageId of ids) expect(await log.receipt('a', messageId)).toEqual({ ...receipt, messageId });
    expect(await log.receipt('a', 'unknown')).toBeNull();
    expect(await log.receipt('b', ids[0]!)).toBeNull();
    await log.append('a', 0, { receipts: [{ ...receipt, messageId: '', isTakenBack: true }] });
    expect(await log.receipt('a', '')).toEqual({ ...receipt, messageId: '', isTakenBack: true });
  });

  it('returns a long value as it was written', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const content = JSON.stringify('ä\n😀'.repeat(1_000_000));
    await log.append('a', 0, { longValues: [{ valueId: 'v1', part: 0, content }] });
    await log.append('a', 0, { longValues: [{ valueId: 'v1', part: 1, content: 'rest' }] });
    expect((await log.longValue('a', 'v1', 0)) === content).toBe(true);
    expect(await log.longValue('a', 'v1', 1)).toBe('rest');
    expect(await log.longValue('a', 'v1', 2)).toBeNull();
    expect(await log.longValue('a', 'v2', 0)).toBeNull();
    expect(await log.longValue('ghost', 'v1', 0)).toBeNull();
  });

  it('stores them with the events of their write, or not at all', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const memories = {
      names: '1',
      receipts: [receipt],
      longValues: [{ valueId: 'v', part: 0, content: '1' }],
    };
    await expect(log.append('a', 7, { batch: batch('a', 8, 8), ...memories })).rejects.toThrow(SequenceError);
    expect(await log.names('a')).toEqual([]);
    expect(await log.receipt('a', 'm')).toBeNull();
    expect(await log.longValue('a', 'v', 0)).toBeNull();
  });

  it('keeps them when the log is opened again, and until the session is deleted', async () => {
    const place = await factory();
    let log = await place.open();
    await write(log);
    await log.append('a', 6, { receipts: [receipt], longValues: [{ valueId: 'v', part: 0, content: '1' }] });
    await log.close();
    log = await place.open();
    expect(await log.names('a')).toHaveLength(4);
    expect(await log.receipt('a', 'm')).toEqual(receipt);
    expect(await log.longValue('a', 'v', 0)).toBe('1');
    await log.delete('a');
    await log.create(newSession('a'));
    expect(await log.names('a')).toEqual([]);
    expect(await log.receipt('a', 'm')).toBeNull();
    expect(await log.longValue('a', 'v', 0)).toBeNull();
    await log.close();
  });
}
