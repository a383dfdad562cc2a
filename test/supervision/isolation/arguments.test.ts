import { describe, expect, test } from 'vitest';
import { bubblewrapArguments } from '../../../src/supervision/isolation/arguments.js';
import type { IsolationPolicy } from '../../../src/supervision/isolation/policy.js';

const policy: IsolationPolicy = {
  mode: 'process',
  cwd: '/work',
  directory: '/work',
  dataFolder: '/home/ada/.greenroom',
  hidden: [],
  home: '/home/ada',
  readable: ['/home/ada/.greenroom/agents/codex/1/node_modules', '/opt/node'],
  writable: ['/home/ada/.codex'],
  moved: [],
  links: [{ path: '/home/ada/bin/codex', target: '/opt/codex' }],
  temporary: [],
  uid: 1000,
};

/** A machine that has everything that is asked for. */
const everything = () => 'folder' as const;

/** The mounts in order, each with its option. */
function mounts(given: Partial<IsolationPolicy> = {}): string[] {
  const text = bubblewrapArguments({ ...policy, ...given }, everything).join(' ');
  return text.split(/ (?=--)/);
}

describe('process isolation', () => {
  test('is a namespace of processes that dies with the daemon', () => {
    expect(mounts().slice(0, 2)).toEqual(['--die-with-parent', '--unshare-pid']);
  });

  test('has its own /proc after the root, or it would show the processes of the host', () => {
    const list = mounts();
    expect(list.indexOf('--proc /proc')).toBeGreaterThan(list.indexOf('--dev-bind / /'));
  });

  test("hides the data folder, but for the agent's own program, and writes nothing to it", () => {
    const about = mounts().filter((mount) => mount.includes('.greenroom'));
    const program = '/home/ada/.greenroom/agents/codex/1/node_modules';
    expect(about).toEqual([
      '--tmpfs /home/ada/.greenroom',
      `--ro-bind ${program} ${program}`,
      '--remount-ro /home/ada/.greenroom',
    ]);
  });

  test('leaves everything else as it is', () => {
    const text = mounts().join('\n');
    for (const path of ['/opt/node', '.codex', '/tmp']) expect(text).not.toContain(path);
  });

  test('never shows the data folder as a whole, even as the folder of a session', () => {
    const text = mounts({ directory: policy.dataFolder }).join('\n');
    expect(text).not.toContain(`--bind ${policy.dataFolder} ${policy.dataFolder}`);
  });

  test('hides the data folder inside of the folder of a session', () => {
    const list = mounts({ directory: '/home/ada', mode: 'strict' });
    expect(list.indexOf('--tmpfs /home/ada/.greenroom')).toBeGreaterThan(
      list.indexOf('--bind /home/ada /home/ada'),
    );
  });

  test('hides the service managers, which would start a process outside', () => {
    expect(mounts()).toContain('--tmpfs /run/user/1000/systemd');
  });

  test('leaves root neither devices, nor settings of the kernel, nor the right to mount', () => {
    const list = mounts({ uid: 0 });
    expect(list).toEqual(
      expect.arrayContaining([
        '--cap-drop ALL',
        '--dev /dev',
        '--ro-bind /proc/sys /proc/sys',
        '--ro-bind /sys /sys',
      ]),
    );
    expect(list.join(' ')).not.toContain('CAP_SYS');
    expect(mounts()).not.toContain('--cap-drop ALL');
  });
});

describe('strict isolation', () => {
  const strict = () => mounts({ mode: 'strict' });

  test('has a read-only system, and devices and temporary folders of its own', () => {
    expect(strict()).toEqual(
      expect.arrayContaining([
        '--ro-bind / /',
        '--dev /dev',
        '--tmpfs /tmp',
        '--tmpfs /var/tmp',
        '--tmpfs /run',
      ]),
    );
  });

  test("hides the home, but for the agent's configuration and its program", () => {
    const list = strict();
    const hidden = list.indexOf('--tmpfs /home/ada');
    expect(list.indexOf('--bind /home/ada/.codex /home/ada/.codex')).toBeGreaterThan(hidden);
    expect(list.indexOf('--symlink /opt/codex /home/ada/bin/codex')).toBeGreaterThan(hidden);
  });

  test("lets only the session's folder and the configuration be written", () => {
    const writable = strict().filter((mount) => mount.startsWith('--bind'));
    expect(writable).toEqual(['--bind /work /work', '--bind /home/ada/.codex /home/ada/.codex']);
  });

  test('has its own /proc even if the folder of a session is the root', () => {
    const list = mounts({ mode: 'strict', directory: '/' });
    expect(list.indexOf('--proc /proc')).toBeGreaterThan(list.indexOf('--bind / /'));
  });
});
