import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatMark, spawnAgent } from '../../src/supervision/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { freshMark, runs, startProgram } from './programs.js';

describe('lines', () => {
  test('are written and read, and the exit code is reported', async () => {
    const child = startProgram('echoes', ['7']);
    await child.write('one');
    await child.write('zwei ü');
    await child.lines.next(/zwei/);
    child.endInput();
    expect(await child.exited).toEqual({
      code: 7,
      signal: null,
      stderr: { head: '', truncated: false, total_lines: 0 },
    });
    expect(child.lines.all).toEqual(['one', 'zwei ü']);
  });

  test('are all delivered before the exit', async () => {
    const child = startProgram('prints-lines', ['100000']);
    await child.exited;
    expect(child.lines.all).toHaveLength(100_000);
    expect(child.lines.all.at(-1)).toBe('line 100000');
  });

  test('may have 10 MB', async () => {
    const child = startProgram('prints-long-line', ['10000000']);
    await child.exited;
    expect(child.lines.all.map((line) => line.length)).toEqual([10_000_000, 3]);
  });

  test('of more than 4 MiB are parsed elsewhere, and later ones wait for that, as does the exit', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = (_size: number) => {};
    const size = new Promise<number>((resolve) => {
      arrived = resolve;
    });
    const parse = async (parts: readonly Buffer[]) => {
      arrived(Buffer.concat(parts).length);
      await released;
      return { text: 'heavy', json: { its: 'value' } };
    };
    const got: unknown[][] = [];
    const onLine = (...line: unknown[]) => void got.push(line);
    const child = startProgram('prints-long-line', ['5000000'], { parser: { parse }, onLine });
    const exited = child.exited.then(() => got.push(['exit']));
    expect(await size).toBe(5_000_000);
    expect(got).toEqual([]);
    release();
    await exited;
    expect(got).toEqual([['heavy', { its: 'value' }], ['end'], ['exit']]);
  });

  test('may contain invalid UTF-8, and the last one may be unterminated', async () => {
    const child = startProgram('prints-bytes', [Buffer.from('a\xff\r\nb', 'latin1').toString('hex')]);
    await child.exited;
    expect(child.lines.all).toEqual(['a\ufffd', 'b']);
  });

  test('are still delivered after a handler has thrown', async () => {
    const errors: unknown[] = [];
    const logger = { warn: () => {}, error: (details: unknown) => void errors.push(details) };
    let count = 0;
    const onLine = () => {
      count++;
      throw new Error('no');
    };
    await startProgram('prints-lines', ['3'], { onLine, logger }).exited;
    expect(count).toBe(3);
    expect(errors).toHaveLength(3);
  });

  test('of a process that does not read apply back-pressure until it exits', async () => {
    const child = startProgram('waits');
    await child.lines.ready();
    const written = Promise.all([child.write('x'.repeat(4_000_000)), child.write('y')]);
    await child.stop();
    await written;
    await child.write('to the dead');
    child.endInput();
  });
});

describe('the output of a paused process', () => {
  test('is not read until it is resumed, and then completely', async () => {
    const paused = startProgram('prints-lines', ['100000']);
    paused.pause();
    // By the time this one is done, the other would be, too.
    await startProgram('prints-lines', ['100000']).exited;
    expect(paused.lines.all).toEqual([]);
    paused.resume();
    await paused.exited;
    expect(paused.lines.all).toHaveLength(100_000);
  });

  test('is read as far as it was written when the process exits', async () => {
    const child = startProgram('prints-lines', ['100']);
    child.pause();
    expect(await child.exited).toMatchObject({ code: 0 });
    child.pause();
    expect(child.lines.all).toHaveLength(100);
  });

  test('does not keep it from being stopped', async () => {
    const child = startProgram('prints-lines', ['1000000']);
    await child.lines.next(/^line 1$/);
    child.pause();
    expect(await child.stop()).toMatchObject({ signal: 'SIGTERM' });
    expect(child.lines.all.length).toBeLessThan(1_000_000);
  });
});

test('of a huge stderr are reported by head, tail and count', async () => {
  const { code, stderr } = await startProgram('prints-lines', ['200000', 'stderr']).exited;
  expect(code).toBe(0);
  expect(stderr).toMatchObject({ truncated: true, total_lines: 200_000 });
  expect(stderr.head.split('\n')).toHaveLength(20);
  expect(stderr.tail?.split('\n').at(-1)).toBe('line 200000');
});

test('of stderr are masked', async () => {
  const mark = freshMark();
  const env = { MY_API_KEY: 'line 1234567' };
  const args = ['-e', 'console.error("my key is line 1234567")'];
  const child = spawnAgent({ command: process.execPath, args, cwd: '/', env, mark, onLine: () => {} });
  expect((await child.exited).stderr.head).toBe('my key is ***');
});

test('the environment has the given variables and the mark, and nothing else', async () => {
  const child = startProgram('prints-environment', [], { env: { A: '1' } });
  await child.exited;
  expect(JSON.parse(child.lines.all[0]!)).toEqual({ A: '1', GREENROOM_MARK: formatMark(child.mark) });
});

describe('reports that a program cannot be started because', () => {
  async function failureOf(command: string, cwd: string, args: string[] = []) {
    const child = spawnAgent({ command, args, cwd, env: {}, mark: freshMark(), onLine: () => {} });
    await child.write('to nobody');
    child.endInput();
    child.signal('SIGINT');
    expect(await child.stop()).toBe(await child.exited);
    const { failure, ...exit } = await child.exited;
    expect(exit).toMatchObject({ code: null, signal: null, stderr: { total_lines: 0 } });
    return failure;
  }

  test('it does not exist', async () => {
    expect(await failureOf('/no/such/program', '/')).toBe('The program /no/such/program was not found.');
    expect(await failureOf('no-such-program', '/')).toBe('The program no-such-program was not found.');
  });

  test('its working directory does not exist', async () => {
    const missing = join(await tempFolder(), 'missing');
    expect(await failureOf(process.execPath, missing)).toBe(
      `The working directory ${missing} does not exist.`,
    );
    expect(await failureOf(process.execPath, process.execPath)).toContain('The working directory');
  });

  test('it is not executable', async () => {
    const file = join(await tempFolder(), 'program');
    await writeFile(file, '#!/bin/sh\n');
    expect(await failureOf(file, '/')).toBe(`The program ${file} is not executable.`);
  });

  test('its interpreter does not exist', async () => {
    const file = join(await tempFolder(), 'program');
    await writeFile(file, '#!/no/such/interpreter\n');
    await chmod(file, 0o755);
    expect(await failureOf(file, '/')).toBe(`The interpreter of ${file} was not found.`);
  });

  test('an argument is invalid', async () => {
    expect(await failureOf(process.execPath, '/', ['x'.repeat(20_000_000)])).toContain('too long');
    expect(await failureOf(process.execPath, '/', ['a\0b'])).toContain('could not be started');
  });
});

describe('a signal', () => {
  test('is sent to the process itself, which may handle it', async () => {
    const child = startProgram('ignores-sigterm', [], { graceMs: 0 });
    await child.lines.ready();
    child.signal('SIGTERM');
    await child.lines.next(/^ignored$/);
    expect(await runs(child.pid)).toBe(true);
  });

  test('may end it, and later ones are ignored', async () => {
    const child = startProgram('spawns-grandchild', ['./ignores-sigterm.mjs'], { graceMs: 100 });
    await child.lines.ready();
    child.signal('SIGINT');
    expect(await child.exited).toMatchObject({ code: null, signal: 'SIGINT' });
    child.signal('SIGINT');
  });
});

describe('the whole tree is ended', () => {
  test.each(['spawns-grandchild', 'spawns-grandchild-in-own-group', 'spawns-grandchild-without-environment'])(
    'by stop: %s',
    async (program) => {
      const child = startProgram(program, ['./waits.mjs']);
      const grandchild = await child.lines.ready();
      expect(await runs(grandchild)).toBe(true);
      expect(await child.stop()).toMatchObject({ code: null, signal: 'SIGTERM' });
      expect(await runs(grandchild)).toBe(false);
    },
  );

  test('even if it ignores SIGTERM', async () => {
    const child = startProgram('spawns-grandchild-without-environment', ['./ignores-sigterm.mjs'], {
      graceMs: 300,
    });
    const grandchild = await child.lines.ready();
    await child.stop();
    expect(await runs(grandchild)).toBe(false);
  });

  test.each([
    ['spawns-grandchild', 'inherit'],
    ['spawns-grandchild-in-own-group', 'inherit'],
    ['spawns-grandchild-without-environment', 'same-group'],
  ])('when the process exits by itself: %s', async (program, how) => {
    const child = startProgram(program, ['./waits.mjs', how]);
    const grandchild = await child.lines.ready();
    await child.write('exit');
    expect(await child.exited).toMatchObject({ code: 0, signal: null });
    expect(await runs(grandchild)).toBe(false);
  });

  test('when the process is killed', async () => {
    const child = startProgram('spawns-grandchild-in-own-group', ['./ignores-sigterm.mjs'], { graceMs: 100 });
    const grandchild = await child.lines.ready();
    process.kill(child.pid, 'SIGKILL');
    expect(await child.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(await runs(grandchild)).toBe(false);
  });

  test('once, however often stop is called', async () => {
    const child = startProgram('ignores-sigterm', [], { graceMs: 100 });
    await child.lines.ready();
    const exits = await Promise.all([child.stop(), child.stop(), child.exited]);
    exits.push(await child.stop());
    expect(new Set(exits).size).toBe(1);
    expect(child.lines.all.filter((line) => line === 'ignored')).toHaveLength(1);
  });

  test('and processes of other sessions are left alone', async () => {
    const mark = freshMark('one');
    const one = startProgram('spawns-grandchild-in-own-group', ['./waits.mjs'], { mark });
    const two = startProgram('spawns-grandchild-in-own-group', ['./waits.mjs'], {
      mark: { ...mark, sessionId: 'two' },
    });
    const [first, second] = await Promise.all([one.lines.ready(), two.lines.ready()]);
    await one.stop();
    expect(await runs(first)).toBe(false);
    expect(await Promise.all([runs(two.pid), runs(second)])).toEqual([true, true]);
  });
});

test('a pipe held open by an unreachable process does not delay the exit', async () => {
  // Without mark, group, parent or control group it cannot be identified: the one case out of our reach.
  const child = startProgram('spawns-grandchild-without-environment', ['./waits.mjs'], {
    drainMs: 50,
    enclose: async () => null,
  });
  const grandchild = await child.lines.ready();
  await child.write('exit');
  expect(await child.exited).toMatchObject({ code: 0 });
  expect(await runs(grandchild)).toBe(true);
  process.kill(grandchild, 'SIGKILL');
});

test('ends twenty concurrent processes', async () => {
  const children = Array.from({ length: 20 }, () => startProgram('waits'));
  await Promise.all(children.map((child) => child.lines.ready()));
  const exits = await Promise.all(children.map((child) => child.stop()));
  expect(exits.map((exit) => exit.signal)).toEqual(children.map(() => 'SIGTERM'));
});
