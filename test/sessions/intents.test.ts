import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type Intent, Intents, intentsFile } from '../../src/sessions/intents.js';
import { tempFolder } from '../support/temp-folder.js';

const terminate: Intent = { action: 'terminate', sessionId: 'a', createdAt: 1 };
const remove: Intent = { action: 'delete', sessionId: 'b', createdAt: 2 };
const silent = pino({ level: 'silent' });

/** Sessions as the log has them. */
const live = (sessionId: string) => ({ createdAt: sessionId === 'a' ? 1 : 2, ended: false });

async function opened(folder: string, find: Parameters<Intents['open']>[0] = live) {
  const intents = new Intents(folder, silent);
  return { intents, left: await intents.open(find) };
}

it('are found by the next daemon until they are done', async () => {
  const folder = await tempFolder();
  const first = await opened(folder);
  expect(first.left).toEqual([]);
  await first.intents.add(terminate);
  await first.intents.add(remove);

  const second = await opened(folder);
  expect(second.left).toEqual([terminate, remove]);
  await second.intents.remove('a', 1);
  expect((await opened(folder)).left).toEqual([remove]);
  await second.intents.remove('b');
  expect((await opened(folder)).left).toEqual([]);
});

it('take no more room than the file had before', async () => {
  const folder = await tempFolder();
  const { intents } = await opened(folder);
  const { size, blocks } = await stat(intentsFile(folder));
  for (let session = 0; session < 100; session++)
    await intents.add({ ...terminate, sessionId: 'x'.repeat(127) + session });
  expect(await stat(intentsFile(folder))).toMatchObject({ size, blocks });
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
});

it('use a place again when it is free', async () => {
  const folder = await tempFolder();
  const { intents } = await opened(folder);
  for (let time = 0; time < 3; time++) {
    await intents.add(terminate);
    await intents.add(terminate);
    await intents.remove('a', 1);
  }
  expect((await readFile(intentsFile(folder), 'utf8')).trim()).toBe('');
  await intents.add(remove);
  expect((await readFile(intentsFile(folder), 'utf8')).trim().split('\n')).toHaveLength(1);
});

it('are none of a session that is gone, has ended, or has only the same id', async () => {
  const folder = await tempFolder();
  const { intents } = await opened(folder);
  await intents.add(terminate);
  await intents.add(remove);
  expect((await opened(folder, () => ({ createdAt: 1, ended: true }))).left).toEqual([]);
  // And are forgotten then.
  expect((await opened(folder)).left).toEqual([]);
  await intents.add({ ...terminate, createdAt: 7 });
  expect((await opened(folder, () => ({ createdAt: 8, ended: false }))).left).toEqual([]);
  await intents.add({ ...remove, createdAt: 7 });
  expect((await opened(folder, () => null)).left).toEqual([]);
});

it('are none if a line is torn, wherever that is, and leave the others alone', async () => {
  const folder = await tempFolder();
  const path = intentsFile(folder);
  const { intents } = await opened(folder);
  await intents.add(terminate);
  await intents.add(remove);
  const whole = await readFile(path, 'utf8');
  const length = whole.slice(0, 256).trim().length;
  for (let cut = 0; cut < length; cut += 9) {
    await writeFile(path, whole.slice(0, cut).padEnd(256) + whole.slice(256));
    expect((await opened(folder)).left).toEqual([remove]);
    await writeFile(path, whole);
  }
});

it('are found in a file that is shorter than it should be, which is then completed', async () => {
  const folder = await tempFolder();
  const { intents } = await opened(folder);
  await intents.add(terminate);
  const { size } = await stat(intentsFile(folder));
  await truncate(intentsFile(folder), 300);
  expect((await opened(folder)).left).toEqual([terminate]);
  expect((await stat(intentsFile(folder))).size).toBe(size);
});

it('are only in memory if nothing can be written, which is logged', async () => {
  const warnings: object[] = [];
  const logger = { warn: (details: object) => void warnings.push(details) };
  const missing = join(await tempFolder(), 'missing');
  const intents = new Intents(missing, logger as never);
  expect(await intents.open(live)).toEqual([]);
  await intents.add(terminate);
  expect(warnings).toEqual([terminate]);
});
