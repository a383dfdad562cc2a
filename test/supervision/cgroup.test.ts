import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Cgroup, encloseInCgroup } from '../../src/supervision/cgroup.js';
import { endLeftovers, type ProcessInfo, systemTable } from '../../src/supervision/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { freshMark, runs, type Started, startProgram } from './programs.js';

/** A process that nothing but a control group ties to its agent. */
async function escapedFrom(child: Started): Promise<number> {
  const pid = await child.lines.ready();
  await child.lines.next(/^alone$/);
  onTestFinished(async () => {
    if (await runs(pid)) process.kill(pid, 'SIGKILL');
  });
  // Its parent may be gone before it has left the session and lost its environment.
  const hasEscaped = ({ pid: each, sid, mark }: ProcessInfo) => each === pid && sid === pid && mark === null;
  await vi.waitFor(async () => expect((await systemTable.scan()).some(hasEscaped)).toBe(true), 10_000);
  return pid;
}

/** Records whether this machine has control groups for us. */
function watched() {
  const state = { cgroup: null as Cgroup | null };
  const enclose = async (pid: number, owner: string) => {
    state.cgroup = await encloseInCgroup(pid, owner);
    return state.cgroup;
  };
  return { state, enclose };
}

test('stopping an agent ends a process that escaped, where there is a control group', async () => {
  const { state, enclose } = watched();
  const child = startProgram('escapes', [], { enclose });
  const escaped = await escapedFrom(child);
  await child.stop();
  expect(await runs(escaped)).toBe(state.cgroup === null);
  expect(state.cgroup?.pids() ?? []).toEqual([]);
});

test('so does the exit of an agent', async () => {
  const { state, enclose } = watched();
  const child = startProgram('escapes', [], { enclose });
  const escaped = await escapedFrom(child);
  await child.write('exit');
  expect(await child.exited).toMatchObject({ code: 0 });
  expect(await runs(escaped)).toBe(state.cgroup === null);
});

test('so does the next daemon', async () => {
  const { state, enclose } = watched();
  const mark = freshMark();
  // A daemon that is killed ends nothing: its processes are not looked up.
  const table = { scan: async () => [], runs: () => false };
  const child = startProgram('escapes', [], { enclose, mark, table, drainMs: 50 });
  const escaped = await escapedFrom(child);
  process.kill(child.pid, 'SIGKILL');
  await child.exited;
  expect(await runs(escaped)).toBe(true);
  await endLeftovers({ owner: mark.owner, installationId: 'none', graceMs: 100 });
  expect(await runs(escaped)).toBe(state.cgroup === null);
});

test('without a control group it is out of reach', async () => {
  const child = startProgram('escapes', [], { enclose: async () => null });
  const escaped = await escapedFrom(child);
  await child.stop();
  expect(await runs(escaped)).toBe(true);
});

test('a process is enclosed by its pid, in a folder that tells its daemon', async () => {
  const parent = await tempFolder();
  const [first, again] = [
    await encloseInCgroup(7, 'owner', parent),
    await encloseInCgroup(7, 'owner', parent),
  ];
  const other = await encloseInCgroup(8, 'another', parent);
  expect([first?.pids(), again, other?.pids()]).toEqual([[7], null, [8]]);
});

test('processes in groups that an agent made inside its own are counted and killed with it', async () => {
  const parent = await tempFolder();
  const cgroup = await encloseInCgroup(7, 'owner', parent);
  const [folder] = await readdir(parent);
  await mkdir(join(parent, folder!, 'inner'));
  await writeFile(join(parent, folder!, 'inner', 'cgroup.procs'), '8\n9\n');
  expect(cgroup?.pids()).toEqual([7, 8, 9]);
  cgroup?.kill();
  expect(await readFile(join(parent, folder!, 'cgroup.kill'), 'utf8')).toBe('1');
});

test('nothing is enclosed where no group can be made', async () => {
  expect(await encloseInCgroup(7, 'owner', join(await tempFolder(), 'missing'))).toBeNull();
  expect(await encloseInCgroup(7, 'owner', null)).toBeNull();
});
