import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from '../agent.js';

const run = promisify(execFile);

/** The program at a path; null if it cannot be run. Scripts are run with node. */
export async function programAt(path: string): Promise<Program | null> {
  const script = /\.[cm]?js$/.test(path);
  try {
    await access(path, script ? constants.R_OK : constants.X_OK);
    if (!(await stat(path)).isFile()) return null;
  } catch {
    return null;
  }
  return script ? { command: process.execPath, args: [path], path } : { command: path, args: [], path };
}

export interface LocateOptions {
  /** The path set by the user. If set, there is no fallback. */
  named: string | undefined;
  /** Path of our own installation; null if there is no build for this machine. */
  installed: string | null;
  /** Name of the command on PATH. */
  command: string;
  env: NodeJS.ProcessEnv;
}

/** Locates an agent's program: as set by the user, as installed by us, or on PATH. */
export async function locateProgram({
  named,
  installed,
  command,
  env,
}: LocateOptions): Promise<Program | null> {
  if (named) return programAt(named);
  const ours = installed === null ? null : await programAt(installed);
  return ours ?? onPath(command, env.PATH ?? '');
}

async function onPath(command: string, path: string): Promise<Program | null> {
  for (const folder of path.split(delimiter)) {
    // Relative entries are skipped: they would find a different program in each session's folder.
    const found = isAbsolute(folder) ? await programAt(join(folder, command)) : null;
    if (found) return found;
  }
  return null;
}

const versions = new Map<string, { modified: number; version: Promise<string | null> }>();

/** The output of `--version`, cached until the program's file changes. */
export async function versionOf(program: Program): Promise<string | null> {
  const modified = (await stat(program.path).catch(() => null))?.mtimeMs ?? 0;
  const cached = versions.get(program.path);
  if (cached?.modified === modified) return cached.version;
  const version = readVersion(program);
  versions.set(program.path, { modified, version });
  // Failures are not cached.
  if ((await version) === null) versions.delete(program.path);
  return version;
}

async function readVersion({ command, args }: Program): Promise<string | null> {
  try {
    const { stdout } = await run(command, [...args, '--version'], {
      timeout: 10_000,
      env: withoutSettings(),
    });
    return /\d{1,9}\.\d{1,9}\.\d{1,9}[^\s)]*/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** The daemon's settings are none of a program's business; one of them is its token. */
function withoutSettings(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith('GREENROOM_')));
}
