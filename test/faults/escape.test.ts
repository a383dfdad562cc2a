import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { encloseInCgroup } from '../../src/supervision/cgroup.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess } from '../support/program.js';
import { exchange, kill, restart, signal } from './lives.js';
import { guardedSession, runs } from './processes.js';

/** Whether this machine lets us have control groups, without which such processes are out of reach. */
async function hasCgroups(): Promise<boolean> {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const cgroup = await encloseInCgroup(child.pid!, 'test');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  cgroup?.remove();
  return cgroup !== null;
}

/** Has the agent start a process that has neither its mark nor its group nor a parent that runs. */
async function escapeFrom(daemon: Parameters<typeof exchange>[0], sessionId: string): Promise<number> {
  await daemon.create(sessionId);
  const command = 'env -i setsid sleep 86400 </dev/null >/dev/null 2>&1 & echo $! > escaped.pid';
  await exchange(daemon, sessionId, `shell ${command}`);
  const pid = Number(await readFile(join(daemon.dataFolder, 'escaped.pid'), 'utf8'));
  expect(await runs(pid)).toBe(true);
  onTestFinished(async () => {
    if (await runs(pid)) process.kill(pid, 'SIGKILL');
  });
  return pid;
}

it('a process that escaped from its agent is ended with the session', async () => {
  const daemon = await testDaemon();
  const sessionId = guardedSession('escape-terminate');
  const escaped = await escapeFrom(daemon, sessionId);
  await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
  expect(await runs(escaped)).toBe(!(await hasCgroups()));
});

it('a process that escaped from its agent is ended with the daemon', async () => {
  const started = await daemonProcess();
  const escaped = await escapeFrom(started.daemon, guardedSession('escape-stop'));
  signal(started, 'SIGTERM');
  expect((await started.child).exitCode).toBe(0);
  expect(await runs(escaped)).toBe(!(await hasCgroups()));
});

it('a process that escaped from its agent is ended by the daemon after one that was killed', async () => {
  const started = await daemonProcess();
  const escaped = await escapeFrom(started.daemon, guardedSession('escape-restart'));
  await kill(started);
  expect(await runs(escaped)).toBe(true);
  await restart(started);
  expect(await runs(escaped)).toBe(!(await hasCgroups()));
});
