import { expect, it } from 'vitest';
import type { AgentProcess, ProcessExit } from '../../src/agents/agent.js';
import { OwnProcesses } from '../../src/sessions/own-processes.js';

/** Processes that record whether they are read. */
function rig() {
  const own = new OwnProcesses();
  const started: { isRead: boolean; exit: () => void }[] = [];
  const spawn = own.tracked(() => {
    let exit: (exit: ProcessExit) => void = () => {};
    const exited = new Promise<ProcessExit>((resolve) => {
      exit = resolve;
    });
    const state = {
      isRead: true,
      exit: () => exit({ code: 0, signal: null, stderr: { head: '', truncated: false, total_lines: 0 } }),
    };
    started.push(state);
    const process: Partial<AgentProcess> = {
      exited,
      pause: () => {
        state.isRead = false;
      },
      resume: () => {
        state.isRead = true;
      },
    };
    return process as AgentProcess;
  });
  const start = () => spawn({ command: 'none', args: [], onLine: () => {} });
  return { own, started, start, read: () => started.map(({ isRead }) => isRead) };
}

it('pauses and resumes all processes, also those that are started meanwhile', () => {
  const { own, start, read } = rig();
  start();
  own.pause('backlog');
  start();
  expect(read()).toEqual([false, false]);
  own.resume('backlog');
  start();
  expect(read()).toEqual([true, true, true]);
});

it('resumes when no reason is left', () => {
  const { own, start, read } = rig();
  start();
  own.pause('backlog');
  own.pause('storage');
  own.resume('backlog');
  own.resume('backlog');
  expect(read()).toEqual([false]);
  own.resume('storage');
  expect(read()).toEqual([true]);
});

it('leaves exited processes alone', async () => {
  const { own, start, started, read } = rig();
  const process = start();
  started[0]!.exit();
  await process.exited;
  own.pause('backlog');
  expect(read()).toEqual([true]);
});
