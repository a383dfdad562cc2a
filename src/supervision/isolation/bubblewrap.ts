import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Starting an empty sandbox takes milliseconds. */
const TRIAL_MS = 10_000;

/** The program, or why agents cannot be isolated on this machine and what helps. */
export type Bubblewrap = { path: string } | { path: null; why: string };

/**
 * Looks for bubblewrap, and starts something in it: where user namespaces are forbidden, it is there and does not work.
 */
export async function findBubblewrap(env: NodeJS.ProcessEnv, trial: readonly string[]): Promise<Bubblewrap> {
  if (process.platform !== 'linux') return { path: null, why: 'bubblewrap runs on Linux only' };
  const path = await onPath('bwrap', env.PATH ?? '');
  if (path === null) {
    return { path: null, why: `bubblewrap is not installed; run: ${await installCommand()}` };
  }
  try {
    await run(path, [...trial, 'true'], { timeout: TRIAL_MS });
    return { path };
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const said = stderr?.trim().split('\n')[0] || message;
    return { path: null, why: `bubblewrap does not work here (${said}); user namespaces may be forbidden` };
  }
}

async function onPath(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name);
    if (await canRun(file)) return file;
  }
  return null;
}

/** For the package manager of this machine. */
async function installCommand(): Promise<string> {
  const commands = {
    '/usr/bin/apt-get': 'apt-get install bubblewrap',
    '/usr/bin/dnf': 'dnf install bubblewrap',
    '/usr/bin/pacman': 'pacman -S bubblewrap',
    '/sbin/apk': 'apk add bubblewrap',
    '/usr/bin/zypper': 'zypper install bubblewrap',
  };
  for (const [manager, command] of Object.entries(commands)) if (await canRun(manager)) return command;
  return commands['/usr/bin/apt-get'];
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
