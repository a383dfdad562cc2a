import { cp, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { newSession, tempLog } from './support.js';

async function closedLog() {
  const { log, folder } = await tempLog();
  await log.create(newSession('a'));
  await log.close();
  return { folder, id: log.installationId };
}

const open = (dataFolder: string) => openLog({ dataFolder, sync: 'normal' });

describe('the id of an installation', () => {
  it('is another one in a copied folder, and stays so', async () => {
    const { folder, id } = await closedLog();
    const copy = join(await tempFolder(), 'copy');
    await cp(folder, copy, { recursive: true, preserveTimestamps: true });
    const first = await open(copy);
    await first.close();
    const second = await open(copy);
    await second.close();
    expect(first.installationId).toMatch(/^[0-9a-f]{32}$/);
    expect(first.installationId).not.toBe(id);
    expect(second.installationId).toBe(first.installationId);
    expect(await tempLog(folder)).toMatchObject({ log: { installationId: id } });
  });
});

describe('a folder that had a log', () => {
  it.each([
    ['empty', (path: string) => truncate(path, 0)],
    ['missing', (path: string) => rm(path)],
  ])('is refused if the file is %s, with what to do', async (state, damage) => {
    const { folder: original } = await closedLog();
    // A copy, since this process still knows the file of the original.
    const folder = join(await tempFolder(), 'copy');
    await cp(original, folder, { recursive: true });
    const path = join(folder, 'greenroom.sqlite');
    await damage(path);
    const refused = await open(folder).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'LogError',
      message: expect.stringContaining(
        `cannot open ${path}: it is ${state}, but this folder has had a log since 20`,
      ),
    });
    await rm(join(folder, 'installation.json'));
    const log = await open(folder);
    expect(await log.sessions()).toEqual([]);
    await log.close();
  });
});
