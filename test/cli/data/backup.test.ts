import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/log/sqlite/database.js';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { checkFolder } from '../../../src/sessions/index.js';
import { kill } from '../../faults/lives.js';
import { guardedSession } from '../../faults/processes.js';
import { testDaemon } from '../../support/daemon.js';
import { earlierFolder } from '../../support/data-folders.js';
import { daemonProcess, greenroom, main } from '../../support/program.js';
import { canMount, smallDisk } from '../../support/small-disk.js';
import { tempFolder } from '../../support/temp-folder.js';
import { eventsUntil, turn } from '../../support/turns.js';

const backUp = (dataFolder: string, target: string) => greenroom(['backup', '--data', dataFolder, target]);

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** The data folder of a daemon that was stopped, with one session. */
async function stoppedFolder(): Promise<string> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await turn(daemon, 'one', 'hello');
  await daemon.stop();
  return daemon.dataFolder;
}

/** The events that a daemon finds in a copy, without those that it adds when it closes the open turn. */
async function eventsIn(dataFolder: string, sessionId: string, count: number): Promise<UniversalEvent[]> {
  const copy = await testDaemon({ dataFolder });
  const events = await copy.events(sessionId);
  await copy.stop();
  return events.slice(0, count);
}

describe('a backup of a live data folder', () => {
  it('is a prefix of every session, at any moment of a flood', async () => {
    const [flood, quiet] = [guardedSession('flood'), guardedSession('quiet')];
    const { daemon, dataFolder } = await daemonProcess();
    for (const id of [flood, quiet]) await daemon.create(id);
    await turn(daemon, quiet, 'hello');
    await daemon.say(flood, 'burst 10000000 100 1500');
    await eventsUntil(daemon, flood, ({ type }) => type === 'item.delta');
    const folder = await tempFolder();
    const counts: number[] = [];
    for (const name of ['1', '2', '3']) {
      const { stdout, stderr, exitCode } = await backUp(dataFolder, join(folder, name));
      expect([exitCode, stderr]).toEqual([0, `backing up ${dataFolder} …`]);
      expect(stdout).toMatch(/^✓ 2 sessions, \d+ events, [\d.]+ kB|MB {2}\S+$/);
      counts.push(Number(/(\d+) events/.exec(stdout)![1]));
    }
    await daemon.call('POST', `/v1/sessions/${flood}/terminate`);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));

    const [flooded, said] = [await daemon.events(flood), await daemon.events(quiet)];
    for (const [index, count] of counts.entries()) {
      const copy = join(folder, String(index + 1));
      expect(await checkFolder({ dataFolder: copy, agents: ['mock'] })).toMatchObject({ problems: [] });
      const copied = await eventsIn(copy, flood, count - said.length);
      expect(copied).toHaveLength(count - said.length);
      expect(copied).toEqual(flooded.slice(0, copied.length));
      expect(await eventsIn(copy, quiet, said.length)).toEqual(said);
    }
  });

  it('has the attachments and is private, without lock, reserve and programs', async () => {
    const daemon = await testDaemon();
    const { dataFolder } = daemon;
    await daemon.create('..one');
    const headers = { 'content-type': 'application/octet-stream' };
    await daemon.fetch('POST', '/v1/sessions/..one/attachments?filename=note.txt', 'a note', headers);
    await mkdir(join(dataFolder, 'agents', 'claude'), { recursive: true });
    await mkdir(join(dataFolder, 'attachments', 'gone'), { recursive: true });
    const target = join(await tempFolder(), 'copy');
    expect((await backUp(dataFolder, target)).exitCode).toBe(0);
    expect((await readdir(target)).sort()).toEqual(['attachments', 'greenroom.sqlite', 'installation.json']);
    expect(await readdir(join(target, 'attachments'))).toEqual(['~..one']);
    const attachments = join(target, 'attachments', '~..one');
    const [file] = await readdir(attachments);
    expect(await readFile(join(attachments, file!), 'utf8')).toBe('a note');
    for (const path of [target, attachments]) expect(await modeOf(path)).toBe(0o700);
    for (const path of [join(attachments, file!), join(target, 'greenroom.sqlite')])
      expect(await modeOf(path)).toBe(0o600);
    const before = await readFile(join(dataFolder, 'installation.json'), 'utf8');
    expect(await readFile(join(target, 'installation.json'), 'utf8')).toBe(before);
  });
});

describe('a backup of a data folder without daemon', () => {
  it('has what a killed daemon had stored', async () => {
    const id = guardedSession('one');
    const first = await daemonProcess();
    await first.daemon.create(id);
    const events = await turn(first.daemon, id, 'hello');
    await kill(first);
    // An empty folder is as good as none.
    const target = await tempFolder();
    expect((await backUp(first.dataFolder, target)).exitCode).toBe(0);
    const last = events.at(-1)!.sequence;
    expect((await eventsIn(target, id, last)).at(-1)).toEqual(events.at(-1));
  });

  it('of an earlier version can be opened, and returns the space of deleted sessions', async () => {
    const { dataFolder, sessions } = await earlierFolder('0.1.0');
    const target = join(await tempFolder(), 'copy');
    expect((await backUp(dataFolder, target)).stdout).toContain(`${sessions.length} sessions`);
    const copy = new Database(join(target, 'greenroom.sqlite'));
    expect(copy.number('auto_vacuum')).toBe(2);
    copy.close();
    const { sessions: served } = await (await testDaemon({ dataFolder: target })).call<{
      sessions: unknown[];
    }>('GET', '/v1/sessions');
    expect(served).toHaveLength(sessions.length);
  });

  it('is whole or not there if it is interrupted', async () => {
    const dataFolder = await stoppedFolder();
    const folder = await tempFolder();
    const child = execa('node', [main, 'backup', '--data', dataFolder, join(folder, 'copy')], {
      reject: false,
    });
    await once(child.stderr!, 'data');
    child.kill('SIGTERM');
    const { exitCode } = await child;
    expect(await readdir(folder)).toEqual(exitCode === 0 ? ['copy'] : []);
  });
});

describe('a backup is refused in one line', () => {
  it('without a data folder', async () => {
    const folder = await tempFolder();
    const { stdout, stderr, exitCode } = await backUp(join(folder, 'nope'), join(folder, 'copy'));
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^greenroom: there is no folder \S+nope$/);
  });

  it('to a folder in none', async () => {
    const folder = await tempFolder();
    const { stderr } = await backUp(await stoppedFolder(), join(folder, 'no', 'where'));
    expect(stderr).toBe(`greenroom: there is no folder ${join(folder, 'no')}`);
  });

  it.runIf(canMount)('to a full disk', async () => {
    const dataFolder = await stoppedFolder();
    const disk = await smallDisk(1);
    await writeFile(join(disk, 'filler'), Buffer.alloc(1_000_000));
    const { stderr, exitCode } = await backUp(dataFolder, join(disk, 'copy'));
    expect(exitCode).toBe(1);
    expect(stderr.split('\n').at(-1)).toMatch(/^greenroom: cannot copy \S+: database or disk is full$/);
    expect(await readdir(disk)).toEqual(['filler']);
  });
});
