import { expect, test } from 'vitest';
import type { ProcessInfo, ProcessTable } from '../../src/supervision/index.js';
import { endTree, formatMark, systemTable } from '../../src/supervision/index.js';
import { patternOf, startProgram } from './programs.js';

test('a process that exits on SIGTERM is not killed', async () => {
  const child = startProgram('waits');
  await child.lines.ready();
  expect(await endTree({ roots: [child.pid], mark: patternOf(child.mark), graceMs: 60_000 })).toEqual([]);
  expect(await child.exited).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('a stopped process receives the SIGTERM too', async () => {
  const child = startProgram('waits');
  await child.lines.ready();
  process.kill(child.pid, 'SIGSTOP');
  expect(await endTree({ roots: [child.pid], mark: patternOf(child.mark), graceMs: 60_000 })).toEqual([]);
  expect((await child.exited).signal).toBe('SIGTERM');
});

test('a process that ignores SIGTERM is killed after the grace period', async () => {
  const child = startProgram('ignores-sigterm');
  await child.lines.ready();
  const ended = endTree({ roots: [child.pid], mark: patternOf(child.mark), graceMs: 300 });
  await child.lines.next(/ignored/);
  expect(await ended).toEqual([]);
  expect((await child.exited).signal).toBe('SIGKILL');
});

test('processes that appear meanwhile are ended too', async () => {
  const child = startProgram('respawns-on-sigterm', ['./ignores-sigterm.mjs']);
  await child.lines.ready();
  expect(await endTree({ roots: [child.pid], mark: patternOf(child.mark), graceMs: 500 })).toEqual([]);
  await child.exited;
  const marks = (await systemTable.scan()).map((process) => process.mark);
  expect(marks).not.toContain(formatMark(child.mark));
});

/** Processes that never exit, and a clock that advances only when it is read. */
function immortal(...processes: ProcessInfo[]) {
  let now = 0;
  const table: ProcessTable = { scan: async () => processes, runs: () => true };
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  return { table, clock };
}

test('processes that cannot be ended are reported after the last deadline', async () => {
  // The pid exceeds every system's maximum, so the signals have no target.
  const process = { pid: 2 ** 30, start: 1, ppid: 1, pgid: 2 ** 30, sid: null, mark: 'here/s1' };
  const { table, clock } = immortal(process);
  const mark = { owners: ['here'], sessionId: 's1' };
  expect(await endTree({ mark, graceMs: 1_000, killMs: 2_000, table, clock })).toEqual([
    { pid: process.pid, start: 1 },
  ]);
  expect(clock.now()).toBe(3_000);
});

test('the daemon itself is never signalled, whatever its mark', async () => {
  const self = { pid: process.pid, start: 1, ppid: 1, pgid: 1, sid: null, mark: 'here/s1' };
  const { table, clock } = immortal(self);
  expect(
    await endTree({ roots: [process.pid], mark: { owners: ['here'] }, graceMs: 0, table, clock }),
  ).toEqual([]);
});

test('an empty scan is confirmed by a second one', async () => {
  const late = startProgram('waits');
  await late.lines.ready();
  let scans = 0;
  const table: ProcessTable = {
    scan: () => (++scans === 1 ? Promise.resolve([]) : systemTable.scan()),
    runs: systemTable.runs,
  };
  expect(await endTree({ mark: patternOf(late.mark), graceMs: 60_000, table })).toEqual([]);
  expect((await late.exited).signal).toBe('SIGTERM');
});
