import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../src/log/index.js';
import { appending, batch, newSession, tempLog } from './support.js';

const MARK = 'a text that is easy to find';

/** Replaces bytes in the closed database of a folder. */
async function damage(folder: string, change: (file: Buffer) => void): Promise<void> {
  const path = join(folder, 'greenroom.sqlite');
  const file = await readFile(path);
  change(file);
  await writeFile(path, file);
}

async function closedLog() {
  const { log, folder } = await tempLog();
  for (const id of ['good', 'bad']) await log.create(newSession(id, { info: id === 'bad' ? MARK : '{}' }));
  await log.append(...appending(batch('good', 1, 1)));
  await log.close();
  return folder;
}

it('reads text that is not UTF-8 without harm to the process', async () => {
  const folder = await closedLog();
  await damage(folder, (file) => {
    file[file.indexOf(MARK)] = 0xff;
  });
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  expect((await log.session('bad'))?.info).toContain(MARK.slice(1));
  expect((await log.read('good', 0)).map(({ last }) => last)).toEqual([1]);
  await log.close();
});

it('refuses to read a page that is no page, with the file and the cause', async () => {
  const folder = await closedLog();
  await damage(folder, (file) => {
    const at = file.indexOf(MARK);
    const pageSize = file.readUInt16BE(16);
    file.fill(0x5a, at - (at % pageSize), at - (at % pageSize) + pageSize);
  });
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  await expect(log.session('bad')).rejects.toThrow(/cannot read .*greenroom\.sqlite: .*malformed/);
  await log.close();
});
