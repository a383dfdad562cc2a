import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from './agent.js';

const run = promisify(execFile);

/** The program in a file, if it can be run: a script by node, all else by itself. */
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

export interface Whereabouts {
  /** What the user may have named: a path, and then no other is taken in its place. */
  named: string | undefined;
  /** Where the installer puts it; null where there is none for this machine. */
  installed: string | null;
  /** What it is called on PATH. */
  command: string;
  env: NodeJS.ProcessEnv;
}

/** Looks for an agent's program: as named, as installed by us, as installed by the user. */
export async function locateProgram({
  named,
  installed,
  command,
  env,
}: Whereabouts): Promise<Program | null> {
  if (named) return programAt(named);
  const ours = installed === null ? null : await programAt(installed);
  return ours ?? onPath(command, env.PATH ?? '');
}

async function onPath(command: string, path: string): Promise<Program | null> {
  for (const folder of path.split(delimiter)) {
    // What is relative would be another program in each session's folder.
    const found = isAbsolute(folder) ? await programAt(join(folder, command)) : null;
    if (found) return found;
  }
  return null;
}

const versions = new Map<string, { modified: number; version: Promise<string | null> }>();

/** What a program says to `--version`. It is asked once, until its file changes. */
export async function versionOf(program: Program): Promise<string | null> {
  const modified = (await stat(program.path).catch(() => null))?.mtimeMs ?? 0;
  const known = versions.get(program.path);
  if (known?.modified === modified) return known.version;
  const version = ask(program);
  versions.set(program.path, { modified, version });
  // A program that could not be asked may answer the next time.
  if ((await version) === null) versions.delete(program.path);
  return version;
}

async function ask({ command, args }: Program): Promise<string | null> {
  try {
    const { stdout } = await run(command, [...args, '--version'], { timeout: 10_000 });
    return /\d+\.\d+\.\d+[^\s)]*/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}
