import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isolationBy } from '../../../src/supervision/isolation/isolation.js';
import { BUBBLEWRAP, hasBubblewrap, unlessThere } from '../../support/bubblewrap.js';
import { tempFolder } from '../../support/temp-folder.js';

const run = promisify(execFile);

/** A home with a secret, and in it a data folder with a program, and a project. */
class Place {
  readonly home: string;
  constructor(home: string) {
    this.home = home;
  }
  readonly dataFolder = () => join(this.home, 'data');
  readonly project = () => join(this.home, 'project');
  readonly program = () => join(this.dataFolder(), 'agents', 'x', 'node_modules', 'program');
}

let place: Place;

beforeEach(async () => {
  place = new Place(await tempFolder());
  await mkdir(join(place.program(), '..'), { recursive: true });
  await mkdir(place.project());
  await writeFile(join(place.home, 'secret'), 'private');
  await writeFile(join(place.dataFolder(), 'greenroom.sqlite'), 'private');
  await writeFile(place.program(), '#!/bin/sh\n');
  await chmod(place.program(), 0o755);
});

/** The output of a shell command, with its errors, in a sandbox for that program. */
async function inside(
  mode: 'process' | 'strict',
  command: string,
  change: (args: string[]) => string[] = (args) => args,
): Promise<string> {
  const isolation = isolationBy(BUBBLEWRAP, mode, place.dataFolder());
  const sandbox = isolation.sandbox({
    command: place.program(),
    args: [],
    cwd: place.project(),
    directory: place.project(),
    env: { HOME: place.home, PATH: process.env.PATH ?? '', TMPDIR: '/tmp' },
    needs: { environment: [], writable: [{ home: '.agent' }] },
  })!;
  const { stdout } = await run(sandbox.command, [
    ...change(sandbox.args),
    'sh',
    '-c',
    `(${command}) 2>&1 || true`,
  ]);
  return stdout.trim();
}

const PIDS = 'ls /proc | grep -c "^[0-9]"';

describe.runIf(hasBubblewrap).each(['process', 'strict'] as const)(
  `under %s isolation${unlessThere}`,
  (mode) => {
    test('no process of the host is seen', async () => {
      expect(Number(await inside(mode, PIDS))).toBeLessThan(8);
    });

    test('the order of mounts decides on that', async () => {
      const wrong = (args: string[]) => [...args, '--dev-bind', '/', '/'];
      expect(await inside(mode, `cat /proc/${process.pid}/cmdline | tr '\\0' ' '`, wrong)).toContain('node');
      expect(await inside(mode, `cat /proc/${process.pid}/cmdline`)).toContain('No such file');
    });

    test("of the daemon's data only the agent's own program is seen, and that is read-only", async () => {
      expect(await inside(mode, `cat ${place.dataFolder()}/greenroom.sqlite`)).toContain('No such file');
      expect(await inside(mode, `ls ${place.dataFolder()}`)).toBe('agents');
      expect(await inside(mode, `cat ${place.program()}`)).toBe('#!/bin/sh');
      expect(await inside(mode, `echo x >> ${place.program()}`)).toContain('Read-only file system');
      expect(await inside(mode, `echo x > ${place.dataFolder()}/new`)).toContain('Read-only file system');
    });

    test('what is hidden cannot be uncovered', async () => {
      for (const path of ['/proc', place.dataFolder()]) {
        expect(await inside(mode, `umount ${path} || umount -l ${path}`)).toMatch(
          /superuser|permitted|denied/,
        );
        expect(await inside(mode, `unshare -Urm umount -l ${path}`)).toMatch(/not mounted|Invalid|permitted/);
      }
      expect(await inside(mode, 'nsenter -t 1 -m ls /')).toMatch(/permitted|denied/);
    });

    test('no setting of the kernel can be written, which could start a program outside', async () => {
      const before = await readFile('/proc/sys/kernel/core_pattern', 'utf8');
      expect(await inside(mode, `echo '${before.trim()}' > /proc/sys/kernel/core_pattern`)).toMatch(
        /Read-only|denied/i,
      );
      expect(await inside(mode, 'echo x > /sys/kernel/uevent_helper')).toMatch(
        /Read-only|denied|nonexistent/i,
      );
    });

    test("the session's folder is written", async () => {
      await inside(mode, 'echo done > result');
      expect(await readFile(join(place.project(), 'result'), 'utf8')).toBe('done\n');
    });
  },
);

describe.runIf(hasBubblewrap)(`under strict isolation${unlessThere}`, () => {
  test('the rest of the home is hidden', async () => {
    expect(await inside('strict', `cat ${place.home}/secret`)).toContain('No such file');
    expect(await inside('process', `cat ${place.home}/secret`)).toBe('private');
  });

  test('the configuration of the agent lasts, and nothing else that is written to the home', async () => {
    await inside('strict', `echo kept > ${place.home}/.agent/settings; echo lost > ${place.home}/other`);
    expect(await readFile(join(place.home, '.agent', 'settings'), 'utf8')).toBe('kept\n');
    await expect(readFile(join(place.home, 'other'), 'utf8')).rejects.toThrow('ENOENT');
  });

  test('the system is read-only, and temporary files are its own', async () => {
    expect(await inside('strict', 'touch /usr/bin/new')).toContain('Read-only file system');
    const other = await mkdtemp('/tmp/greenroom-test-');
    onTestFinished(() => rm(other, { recursive: true }));
    expect(await inside('strict', `ls ${other}`)).toContain('No such file');
    expect(await inside('strict', 'touch /tmp/new && ls /tmp/new')).toBe('/tmp/new');
  });
});
