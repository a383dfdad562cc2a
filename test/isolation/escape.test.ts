import { describe, expect, it } from 'vitest';
import { systemTable } from '../../src/supervision/index.js';
import { kill, signal } from '../faults/lives.js';
import { guardedSession, processesOf } from '../faults/processes.js';
import { hasBubblewrap, unlessThere } from '../support/bubblewrap.js';
import { daemonProcess } from '../support/program.js';
import { turn } from '../support/turns.js';
import { descendants } from './descendants.js';

/** A daemon with an agent that has started a process without its mark, its group, its session and a parent that runs. */
async function escaped() {
  const started = await daemonProcess({ isolate: 'process' });
  const sessionId = guardedSession('escape');
  await started.daemon.create(sessionId);
  await turn(started.daemon, sessionId, 'shell env -i setsid sleep 86400 </dev/null >/dev/null 2>&1 &');
  const [sandbox] = await processesOf(sessionId);
  const unmarked = (await descendants(sandbox!.pid)).filter(({ mark }) => mark === null);
  expect(unmarked).toHaveLength(1);
  return { ...started, sessionId, runs: () => unmarked.some((process) => systemTable.runs(process)) };
}

describe.runIf(hasBubblewrap)(`a process that escaped from an isolated agent${unlessThere}`, () => {
  it('is ended with the session, without any control group', async () => {
    const { daemon, sessionId, runs } = await escaped();
    expect(runs()).toBe(true);
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
    expect(runs()).toBe(false);
  });

  it('is ended with the daemon', async () => {
    const started = await escaped();
    signal(started, 'SIGTERM');
    expect((await started.child).exitCode).toBe(0);
    expect(started.runs()).toBe(false);
  });

  it('is ended when the daemon is killed, with its agent', async () => {
    const started = await escaped();
    await kill(started);
    await expect.poll(() => started.runs()).toBe(false);
    await expect.poll(() => processesOf(started.sessionId)).toEqual([]);
  });
});
