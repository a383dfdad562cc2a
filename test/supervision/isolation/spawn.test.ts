import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { spawnAgent } from '../../../src/supervision/index.js';
import { isolationBy } from '../../../src/supervision/isolation/isolation.js';
import { systemTable } from '../../../src/supervision/process-table.js';
import { descendants } from '../../isolation/descendants.js';
import { BUBBLEWRAP, hasBubblewrap, unlessThere } from '../../support/bubblewrap.js';
import { tempFolder } from '../../support/temp-folder.js';
import { freshMark, startProgram } from '../programs.js';

async function sandbox() {
  const isolation = isolationBy(BUBBLEWRAP, 'process', await tempFolder());
  const [command, cwd] = [process.execPath, process.cwd()];
  const needs = { environment: [], writable: [] };
  return isolation.sandbox({ command, args: [], cwd, directory: cwd, env: {}, needs })!;
}

async function start(name: string, args: string[] = [], options: Parameters<typeof startProgram>[2] = {}) {
  return startProgram(name, args, { sandbox: await sandbox(), ...options });
}

describe.runIf(hasBubblewrap)(`an isolated process${unlessThere}`, () => {
  test('reads lines, writes lines and exits with its code', async () => {
    const child = await start('echoes', ['7']);
    await child.write('one');
    await child.lines.next(/one/);
    child.endInput();
    expect(await child.exited).toMatchObject({ code: 7, signal: null, stderr: { total_lines: 0 } });
  });

  test('has its standard error to itself', async () => {
    const { code, stderr, failure } = await (await start('prints-lines', ['3', 'stderr'])).exited;
    expect([code, stderr.head, failure]).toEqual([0, 'line 1\nline 2\nline 3', undefined]);
  });

  test('is not read while it is paused', async () => {
    const paused = await start('prints-lines', ['100000']);
    paused.pause();
    await (await start('prints-lines', ['100000'])).exited;
    expect(paused.lines.all).toEqual([]);
    paused.resume();
    await paused.exited;
    expect(paused.lines.all).toHaveLength(100_000);
  });

  test('receives signals itself, and may handle them', async () => {
    const child = await start('ignores-sigterm', [], { graceMs: 0 });
    await child.lines.ready();
    child.signal('SIGTERM');
    await child.lines.next(/^ignored$/);
  });

  test('ends by a signal', async () => {
    const child = await start('waits');
    await child.lines.ready();
    child.signal('SIGINT');
    expect(await child.exited).toMatchObject({ code: null, signal: 'SIGINT' });
  });

  test('is asked to exit before it is killed', async () => {
    const child = await start('ignores-sigterm', [], { graceMs: 200 });
    await child.lines.ready();
    expect(await child.stop()).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(child.lines.all.filter((line) => line === 'ignored')).toHaveLength(1);
  });

  test('is ended with whatever it started, even without its mark, group, session and parent', async () => {
    const child = await start('escapes');
    await child.lines.next(/^alone$/);
    const escaped = await vi.waitFor(async () => {
      const unmarked = (await descendants(child.pid)).filter(({ mark }) => mark === null);
      expect(unmarked).toHaveLength(1);
      return unmarked;
    });
    await child.stop();
    expect(escaped.filter((process) => systemTable.runs(process))).toEqual([]);
  });

  test('that closes its output and goes on is noticed', async () => {
    const mark = freshMark();
    const args = ['-e', 'require("fs").closeSync(1); setInterval(() => {}, 1000)'];
    const child = spawnAgent({
      command: process.execPath,
      args,
      cwd: '/',
      env: { PATH: process.env.PATH ?? '' },
      mark,
      sandbox: await sandbox(),
      lostMs: 10,
      graceMs: 500,
      onLine: () => {},
    });
    expect((await child.exited).failure).toContain('closed its standard output');
  });

  test('reports that its program does not exist, or that the sandbox does not work', async () => {
    const options = { cwd: '/', env: {}, onLine: () => {}, args: [] };
    const missing = spawnAgent({
      ...options,
      command: '/no/such/program',
      mark: freshMark(),
      sandbox: await sandbox(),
    });
    expect((await missing.exited).failure).toBe('The program /no/such/program was not found.');
    const broken = { command: BUBBLEWRAP, args: ['--bind', '/no/such/folder', '/mnt'] };
    const failed = spawnAgent({
      ...options,
      command: process.execPath,
      mark: freshMark(),
      sandbox: broken,
    });
    expect((await failed.exited).failure).toContain('/no/such/folder');
  });

  test('carries its mark where the host can see it', async () => {
    const child = await start('waits');
    await child.lines.ready();
    const marked = (await systemTable.scan()).filter(({ mark }) => mark?.startsWith(`${child.mark.owner}/`));
    expect(marked.length).toBeGreaterThanOrEqual(3);
  });

  test('dies with the daemon, however that dies', async () => {
    const { command, args } = await sandbox();
    const script = `require('child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify([...args, 'sleep', '86400'])}, {detached: true, stdio: 'ignore'}); console.log('started'); setInterval(() => {}, 1000)`;
    const daemon = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(daemon.stdout, 'data');
    const [sandboxPid] = readFileSync(`/proc/${daemon.pid}/task/${daemon.pid}/children`, 'utf8')
      .split(' ')
      .map(Number);
    // Bubblewrap, the first process inside and the program. Until they are there, the death of the daemon may be missed.
    const inside = await vi.waitFor(async () => {
      const all = await descendants(sandboxPid!);
      expect(all).toHaveLength(3);
      return all;
    }, 10_000);
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
    await vi.waitFor(() => expect(inside.filter((process) => systemTable.runs(process))).toEqual([]), 10_000);
  });
});
