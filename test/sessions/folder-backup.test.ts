import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { backUpFolder } from '../../src/sessions/index.js';
import { Intents } from '../../src/sessions/intents.js';
import { newSession, tempLog } from '../log/support.js';
import { tempFolder } from '../support/temp-folder.js';

it('tells what is in it, and where it is', async () => {
  const { log, folder } = await tempLog();
  await log.create(newSession('one'));
  await log.close();
  const target = join(await tempFolder(), 'copy');
  const drafts: string[] = [];
  const backup = await backUpFolder({ dataFolder: folder, target, onDraft: (draft) => drafts.push(draft) });
  expect(backup).toEqual({ folder: target, sessions: 1, events: 0, bytes: expect.any(Number) });
  expect(drafts).toEqual([expect.stringMatching(/\/copy\.draft-\w+$/)]);
});

it.each([
  ['the source is something else', '.', 'copy', /is not a data folder: it has no greenroom\.sqlite$/],
  [
    'the source is damaged',
    'damaged',
    'copy',
    /cannot open \S+: file is not a database; .*restore a backup$/,
  ],
  [
    'the target has content',
    'data',
    'full',
    /full exists and is not an empty folder; choose another target$/,
  ],
  ['the target is a file', 'data', 'full/file', /file exists and is not an empty folder/],
])('is refused if %s, and leaves nothing', async (_, data, target, message) => {
  const folder = await tempFolder();
  for (const name of ['full', 'damaged', 'data']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'full', 'file'), 'x');
  await writeFile(join(folder, 'damaged', 'greenroom.sqlite'), 'x'.repeat(10_000));
  await (await tempLog(join(folder, 'data'))).log.close();
  const before = await readdir(folder);
  const backup = backUpFolder({ dataFolder: join(folder, data), target: join(folder, target) });
  await expect(backup).rejects.toThrow(message);
  expect(await readdir(folder)).toEqual(before);
});

it('does not replace a target that was made meanwhile', async () => {
  const { log, folder } = await tempLog();
  await log.close();
  const target = join(await tempFolder(), 'copy');
  const first = backUpFolder({ dataFolder: folder, target });
  const second = backUpFolder({ dataFolder: folder, target });
  const results = await Promise.allSettled([first, second]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readdir(join(target, '..'))).toEqual(['copy']);
});

it('has what was promised and is not stored yet', async () => {
  const { log, folder } = await tempLog();
  await log.create(newSession('one'));
  await log.close();
  const logger = pino({ level: 'silent' });
  const intent = { action: 'delete', sessionId: 'one', createdAt: 7 } as const;
  await new Intents(folder, logger).add(intent);
  const target = join(await tempFolder(), 'copy');
  await backUpFolder({ dataFolder: folder, target });
  const find = () => ({ createdAt: 7, ended: false });
  expect(await new Intents(target, logger).open(find)).toEqual([intent]);
});
