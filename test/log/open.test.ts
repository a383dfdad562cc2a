import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogError, lockFolder, openLog } from '../../src/log/index.js';
import { Database } from '../../src/log/sqlite/database.js';
import { SQLITE_NOTADB } from '../../src/log/sqlite/sqlite-error.js';
import { configure } from '../../src/log/sqlite/store.js';
import { tempFolder } from '../support/temp-folder.js';
import { appending, batch, newSession, tempLog } from './support.js';

describe('opening a log', () => {
  it('creates its folder and files with private permissions', async () => {
    const folder = join(await tempFolder(), 'data');
    const { log } = await tempLog(folder);
    await log.create(newSession('a'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const files = await readdir(folder);
    expect(files).toEqual(
      expect.arrayContaining(['greenroom.sqlite', 'greenroom.sqlite-wal', 'daemon.lock']),
    );
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600);
  });

  it('makes an existing database private', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'greenroom.sqlite'), '', { mode: 0o644 });
    await tempLog(folder);
    expect((await stat(join(folder, 'greenroom.sqlite'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['normal', 1],
    ['full', 2],
  ] as const)('uses the synchronous level of %s, in WAL mode', async (sync, level) => {
    const database = new Database(join(await tempFolder(), 'test.sqlite'));
    configure(database, sync);
    expect(database.number('synchronous')).toBe(level);
    expect(database.query('PRAGMA journal_mode').get([])).toEqual(['wal']);
    database.close();
  });

  it('works with a sync per commit', async () => {
    const log = await openLog({ dataFolder: await tempFolder(), sync: 'full' });
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 2)));
    expect(await log.tail('a')).toBe(2);
    await log.close();
  });

  it('creates a permanent installation id', async () => {
    const { log, folder } = await tempLog();
    const { log: other } = await tempLog();
    await log.close();
    const { log: again } = await tempLog(folder);
    expect(log.installationId).toMatch(/^[0-9a-f]{32}$/);
    expect(again.installationId).toBe(log.installationId);
    expect(other.installationId).not.toBe(log.installationId);
  });

  it('reports which file is corrupt, leaves it unchanged and releases the folder', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'greenroom.sqlite');
    await writeFile(path, 'garbage '.repeat(1_000));
    const failure = await openLog({ dataFolder: folder, sync: 'normal' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LogError);
    expect((failure as LogError).message).toBe(
      `cannot open ${path}: file is not a database; ` +
        'the file is damaged or is not a Greenroom log: move it away, or restore a backup',
    );
    expect((failure as LogError).cause).toMatchObject({ errcode: SQLITE_NOTADB });
    expect(await readFile(path, 'utf8')).toBe('garbage '.repeat(1_000));
    lockFolder(folder).release();
  });

  it('reports which file is damaged if a part of it is missing', async () => {
    const { log, folder } = await tempLog();
    await log.close();
    const path = join(folder, 'greenroom.sqlite');
    await truncate(path, 4096);
    await expect(openLog({ dataFolder: folder, sync: 'normal' })).rejects.toThrow(LogError);
    await expect(openLog({ dataFolder: folder, sync: 'normal' })).rejects.toThrow(path);
  });

  it('reports which file it is if a folder is in its place', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'greenroom.sqlite'));
    await expect(openLog({ dataFolder: folder, sync: 'normal' })).rejects.toThrow(
      `cannot open ${folder}/greenroom.sqlite`,
    );
  });

  it('refuses a database of a newer version', async () => {
    const { log, folder } = await tempLog();
    await log.close();
    const database = new Database(join(folder, 'greenroom.sqlite'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(openLog({ dataFolder: folder, sync: 'normal' })).rejects.toThrow(
      'written by a newer Greenroom',
    );
  });

  it('detects a batch that was modified by others', async () => {
    const { log, folder } = await tempLog();
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 3)));
    const database = new Database(join(folder, 'greenroom.sqlite'));
    database.exec(`UPDATE batches SET events = '{}'`);
    database.close();
    const damaged = 'the batch from 1 of session a is damaged';
    await expect(log.read('a', 0)).rejects.toThrow(damaged);
    const result = new Promise((resolve) => log.follow('a', 0, { onBatch: resolve, onError: resolve }));
    expect(await result).toMatchObject({ message: damaged });
  });
});

describe('closing a log', () => {
  it('leaves everything in the database file itself', async () => {
    const { log, folder } = await tempLog();
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 3)));
    await log.close();
    const copy = await tempFolder();
    await writeFile(join(copy, 'greenroom.sqlite'), await readFile(join(folder, 'greenroom.sqlite')));
    const { log: copied } = await tempLog(copy);
    expect(await copied.read('a', 0)).toEqual([batch('a', 1, 3)]);
  });

  it('rejects later calls with the name of the closed file', async () => {
    const { log, folder } = await tempLog();
    await log.create(newSession('a'));
    await log.close();
    const closed = `${folder}/greenroom.sqlite: it is closed`;
    await expect(log.append(...appending(batch('a', 1, 1)))).rejects.toThrow(`cannot append to ${closed}`);
    await expect(log.read('a', 0)).rejects.toThrow(`cannot read ${closed}`);
  });
});
