import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataFolderInUseError, LogError, lockFolder, openLog, readOwner } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { killed, program } from './support.js';

interface Answer {
  owner: boolean;
  childPid?: number | null;
  name?: string;
  message?: string;
}

/** Starts a process that tries to lock the folder, and waits until it reports the result. */
async function contender(folder: string, ...values: string[]) {
  const child = program('log-folder-owner.mjs', folder, ...values);
  const { value } = await child.lines.next();
  return { child, answer: JSON.parse(value as string) as Answer };
}

describe('the lock of a data folder', () => {
  it('refuses a second process and names the owner', async () => {
    const folder = await tempFolder();
    const { child, answer } = await contender(folder, 'http://127.0.0.1:4000');
    expect(answer.owner).toBe(true);

    const second = await contender(folder);
    expect(second.answer).toMatchObject({ owner: false, name: 'DataFolderInUseError' });
    expect(second.answer.message).toContain(folder);
    expect(second.answer.message).toContain(`pid ${child.pid}`);
    expect(second.answer.message).toContain('http://127.0.0.1:4000');
    expect(() => lockFolder(folder)).toThrow(DataFolderInUseError);
  });

  it('is free at once when its process is killed with SIGKILL, with nothing to clean up', async () => {
    const folder = await tempFolder();
    const { child } = await contender(folder);
    await killed(child);
    const lock = lockFolder(folder);
    expect(readOwner(folder)?.pid).toBe(process.pid);
    lock.release();
  });

  it('is free when its process is killed, even if a child of that process survives', async () => {
    const folder = await tempFolder();
    const { child, answer } = await contender(folder, '', '--child');
    try {
      await killed(child);
      expect(process.kill(answer.childPid!, 0)).toBe(true);
      lockFolder(folder).release();
    } finally {
      process.kill(answer.childPid!, 'SIGKILL');
    }
  });

  it('is free for another process when it is released', async () => {
    const folder = await tempFolder();
    const { child } = await contender(folder);
    child.stdin!.end();
    await once(child, 'exit');
    expect((await contender(folder)).answer.owner).toBe(true);
  });

  it('is granted to exactly one of many processes that start at once', async () => {
    const folder = await tempFolder();
    const contenders = await Promise.all(Array.from({ length: 8 }, () => contender(folder)));
    const answers = contenders.map(({ answer }) => answer);
    expect(answers.filter(({ owner }) => owner)).toHaveLength(1);
    expect(answers.filter(({ name }) => name === 'DataFolderInUseError')).toHaveLength(7);
  });

  it('also holds within one process, and a refused attempt does not weaken it', async () => {
    const folder = await tempFolder();
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`pid ${process.pid}`);
    expect((await contender(folder)).answer.owner).toBe(false);
    lock.release();
    lockFolder(folder).release();
  });

  it('describes its owner in a readable file as long as it is held', async () => {
    const folder = await tempFolder();
    const lock = lockFolder(folder);
    const shown = () => JSON.parse(readFileSync(join(folder, 'daemon.json'), 'utf8')) as unknown;
    expect(shown()).toEqual({ pid: process.pid, startedAt: expect.any(String), description: null });
    lock.describe('http://127.0.0.1:4000');
    expect(shown()).toMatchObject({ description: 'http://127.0.0.1:4000' });
    lock.release();
    expect(readOwner(folder)).toBeNull();
  });

  it('can be released twice, but not described afterwards', async () => {
    const folder = await tempFolder();
    const first = lockFolder(folder);
    first.release();
    const second = lockFolder(folder);
    first.release();
    first.describe('somebody else');
    expect(readOwner(folder)?.description).toBeNull();
    second.release();
  });

  it('creates a missing folder with private permissions', async () => {
    const folder = join(await tempFolder(), 'not', 'there', 'yet');
    lockFolder(folder).release();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('does not need its owner to be written', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'daemon.json.new'));
    const lock = lockFolder(folder);
    expect(readOwner(folder)).toBeNull();
    expect(() => lockFolder(folder)).toThrow(DataFolderInUseError);
    lock.release();
    lockFolder(folder).release();
  });

  it('reports a lock file that is not a database', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'daemon.lock'), 'garbage '.repeat(1_000));
    expect(() => lockFolder(folder)).toThrow(LogError);
    expect(() => lockFolder(folder)).toThrow(`cannot lock ${folder}/daemon.lock`);
  });
});

describe('an open log', () => {
  it('owns the folder until it is closed', async () => {
    const folder = await tempFolder();
    const options = { dataFolder: folder, sync: 'normal' } as const;
    const log = await openLog(options);
    log.describe('http://first');
    await expect(openLog(options)).rejects.toThrow('http://first');
    log.describe('http://second');
    const { answer } = await contender(folder);
    expect(answer.message).toContain('http://second');
    await log.close();
    expect((await contender(folder)).answer.owner).toBe(true);
    expect(await readdir(folder)).toContain('greenroom.sqlite');
  });
});
