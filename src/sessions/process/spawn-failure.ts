import { statSync } from 'node:fs';

/** What a program was started with, as far as a failure can tell of it. */
export interface Attempt {
  command: string;
  cwd: string;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function exists(path: string): boolean {
  return path.includes('/') && statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * One sentence on why a program could not be started. The system says ENOENT for a program, its interpreter and
 * its folder alike, so we look which it is.
 */
export function describeSpawnFailure({ command, cwd }: Attempt, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  try {
    if (!isFolder(cwd)) return `The working directory ${cwd} does not exist.`;
    if (code === 'ENOENT' && exists(command)) return `The interpreter that ${command} names was not found.`;
  } catch {
    return `The working directory ${cwd} cannot be entered.`;
  }
  if (code === 'ENOENT') return `The program ${command} was not found.`;
  if (code === 'EACCES') return `The program ${command} is not executable.`;
  if (code === 'E2BIG') return `The arguments and the environment of ${command} are too long for the system.`;
  return `The program ${command} could not be started: ${message}`;
}
