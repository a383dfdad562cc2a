import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../../src/log/sqlite/database.js';
import { batch, newSession, tempLog } from '../../log/support.js';
import { testDaemon } from '../../support/daemon.js';
import { earlierFolder } from '../../support/data-folders.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

const compact = (dataFolder: string) => greenroom(['compact', '--data', dataFolder]);
const sizeOf = async (folder: string) => (await stat(join(folder, 'greenroom.sqlite'))).size;

it('compacting returns the space of deleted sessions', async () => {
  const { log, folder } = await tempLog();
  await log.create(newSession('large'));
  const events = [JSON.stringify({ sequence: 1, text: 'x'.repeat(1_000_000), raw: null })];
  await log.append('large', 0, { batch: batch('large', 1, 1, { events }) });
  await log.close();
  const database = new Database(join(folder, 'greenroom.sqlite'));
  // As if the daemon had been stopped right after the deletion.
  database.exec('INSERT INTO deleted_sessions SELECT key FROM sessions; DELETE FROM sessions');
  database.close();
  const { stdout, stderr, exitCode } = await compact(folder);
  expect([exitCode, stderr]).toEqual([0, `compacting ${folder} …`]);
  expect(stdout).toMatch(/^✓ 1\.\d MB returned, [\d.]+ kB left {2}\S+$/);
  expect(await sizeOf(folder)).toBeLessThan(200_000);
});

it('compacting a folder of an earlier version makes it return space by itself from then on', async () => {
  const { dataFolder, sessions } = await earlierFolder('0.1.0');
  const path = join(dataFolder, 'greenroom.sqlite');
  const before = new Database(path);
  const [version, vacuum] = [before.number('user_version'), before.number('auto_vacuum')];
  before.exec('DELETE FROM raws');
  before.close();
  const size = await sizeOf(dataFolder);
  expect((await compact(dataFolder)).exitCode).toBe(0);
  expect(await sizeOf(dataFolder)).toBeLessThan(size);
  const after = new Database(path);
  expect([vacuum, after.number('auto_vacuum')]).toEqual([0, 2]);
  expect(after.number('user_version')).toBe(version);
  after.close();
  const daemon = await testDaemon({ dataFolder });
  const served = await daemon.call<{ sessions: unknown[] }>('GET', '/v1/sessions');
  expect(served.sessions).toHaveLength(sessions.length);
});

it('compacting is refused in one line while a daemon runs, with its address', async () => {
  const daemon = await testDaemon();
  const { stdout, stderr, exitCode } = await compact(daemon.dataFolder);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^greenroom: the data folder \S+ is in use by another daemon \(pid .+$/);
  expect(stderr).toContain(daemon.url);
  expect(stderr).toContain('a running daemon returns the space of deleted sessions by itself');
});

it('compacting creates nothing where no data folder is', async () => {
  const folder = await tempFolder();
  expect((await compact(folder)).stderr).toMatch(/^greenroom: \S+ is not a data folder: .+$/);
  expect((await compact(join(folder, 'nope'))).stderr).toMatch(/^greenroom: there is no folder \S+nope$/);
  expect(await readdir(folder)).toEqual([]);
});
