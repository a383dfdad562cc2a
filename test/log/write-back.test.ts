import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openSqliteLog } from '../../src/log/sqlite/sqlite-log.js';
import { tempFolder } from '../support/temp-folder.js';

const worker = new URL('../../dist/src/log/sqlite/worker.js', import.meta.url);
const MEGABYTE = 1024 * 1024;

async function opened() {
  const dataFolder = await tempFolder();
  const log = await openSqliteLog({ dataFolder, sync: 'normal' }, worker);
  await log.create({
    sessionId: 'one',
    createdAt: 1,
    updatedAt: 1,
    unsettled: false,
    ended: false,
    config: '{}',
    info: '{}',
  });
  const write = async (megabytes: number) => {
    for (let i = 0; i < megabytes; i++) {
      const first = (await log.tail('one')) + 1;
      const event = JSON.stringify({ sequence: first, text: 'x'.repeat(MEGABYTE), raw: null });
      const batch = { sessionId: 'one', first, last: first, events: [event], raws: [null], states: [] };
      await log.append('one', first - 1, { batch, record: { updatedAt: first, info: '{}' } });
    }
  };
  const file = join(dataFolder, 'greenroom.sqlite');
  return { dataFolder, log, write, size: async () => (await stat(file)).size };
}

describe('the write-ahead log', () => {
  it('is written back by another thread long before a commit would do it', async () => {
    const { log, write, size } = await opened();
    await write(10);
    await vi.waitFor(async () => expect(await size()).toBeGreaterThan(7 * MEGABYTE), { timeout: 30_000 });
    await log.close();
  });

  it('is gone when the log is closed, also if it is being written back', async () => {
    const { dataFolder, log, write, size } = await opened();
    await write(9);
    await log.close();
    expect(await size()).toBeGreaterThan(9 * MEGABYTE);
    expect((await readdir(dataFolder)).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });
});
