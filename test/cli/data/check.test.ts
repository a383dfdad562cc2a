import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../../src/log/sqlite/database.js';
import { guardedSession } from '../../faults/processes.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { daemonProcess, greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { eventsUntil, turn } from '../../support/turns.js';

const check = (dataFolder: string, ...args: string[]) => greenroom(['check', '--data', dataFolder, ...args]);

async function stopped(...ids: string[]): Promise<TestDaemon> {
  const daemon = await testDaemon();
  for (const id of ids) {
    await daemon.create(id);
    await turn(daemon, id, 'hello');
  }
  await daemon.stop();
  return daemon;
}

it('a live folder is sound, also during a flood', async () => {
  const id = guardedSession('flood');
  const { daemon, dataFolder } = await daemonProcess();
  await daemon.create(id);
  await daemon.say(id, 'burst 10000000 100 1500');
  await eventsUntil(daemon, id, ({ type }) => type === 'item.delta');
  for (let time = 0; time < 3; time++) {
    const { stdout, stderr, exitCode } = await check(dataFolder);
    expect([exitCode, stderr]).toEqual([0, `checking ${dataFolder} …`]);
    expect(stdout).toMatch(/^✓ 1 session, \d+ sound events, no problems {2}\S+$/);
  }
  await daemon.call('POST', `/v1/sessions/${id}/terminate`);
});

it('problems are listed in a table with what to do, and the exit code is 1', async () => {
  const { dataFolder } = await stopped('good', 'bad');
  const database = new Database(join(dataFolder, 'greenroom.sqlite'));
  database.exec(`UPDATE session_infos SET info = '' WHERE session = 2`);
  database.close();
  const { stdout, exitCode } = await check(dataFolder);
  expect(exitCode).toBe(1);
  const [header, row, blank, summary] = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(header).toEqual(['SESSION', 'PROBLEM', 'WHAT TO DO']);
  expect(row).toEqual(['bad', 'its info is not readable', expect.stringContaining('restore a backup')]);
  expect(blank).toEqual(['']);
  expect(summary![0]).toMatch(/^✗ 2 sessions, \d+ sound events, 1 problem$/);

  const json = await check(dataFolder, '--json');
  expect(json.exitCode).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    folder: dataFolder,
    sessions: 2,
    problems: [{ sessionId: 'bad', problem: 'its info is not readable' }],
  });
});

it('documents and journal entries are checked', async () => {
  const { dataFolder } = await stopped('good');
  const database = new Database(join(dataFolder, 'greenroom.sqlite'));
  database.exec(`
    INSERT INTO documents (kind, id, json) VALUES ('note', 'bad', '{'), ('note', 'good', '{}');
    INSERT INTO journal (position, time, json) VALUES (7000, 1, 'no json');`);
  database.close();
  const { stdout, exitCode } = await check(dataFolder, '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).problems).toMatchObject([
    { sessionId: null, problem: 'document note/bad is not readable' },
    { sessionId: null, problem: 'journal entry 7000 is not readable' },
  ]);
});

it('a page that is no page is found, and what is stored elsewhere is still checked', async () => {
  const { dataFolder } = await stopped('good', 'bad');
  const path = join(dataFolder, 'greenroom.sqlite');
  const file = await readFile(path);
  const at = file.indexOf('"session_id":"bad"');
  const pageSize = file.readUInt16BE(16);
  file.fill(0x5a, at - (at % pageSize), at - (at % pageSize) + pageSize);
  await writeFile(path, file);
  const { stdout, exitCode } = await check(dataFolder, '--json');
  expect(exitCode).toBe(1);
  const { sessions, problems } = JSON.parse(stdout) as {
    sessions: number;
    problems: { sessionId: string | null; problem: string }[];
  };
  expect(sessions).toBe(2);
  expect(problems.map(({ sessionId }) => sessionId)).toContain(null);
  expect(problems.map(({ sessionId }) => sessionId)).toContain('bad');
});

it.each([
  ['is no database', 'x'.repeat(10_000), 'file is not a database'],
  ['is empty', '', 'it is empty; restore a backup'],
])('a file that %s is a problem', async (_, content, problem) => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'greenroom.sqlite'), content);
  const { stdout, exitCode } = await check(folder);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(problem);
});

it('a folder without log is refused in one line', async () => {
  const folder = await tempFolder();
  const { stdout, stderr, exitCode } = await check(folder);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^greenroom: \S+ is not a data folder: it has no greenroom\.sqlite$/);
});
