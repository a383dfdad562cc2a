import { statSync } from 'node:fs';

/** The options of a failed start that explain the failure. */
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
 * One sentence on why a program could not be started. ENOENT may mean the program, its interpreter or its folder, so we
 * check which one is missing.
 */
export function describeSpawnFailure({ command, cwd }: Attempt, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  try {
    if (!isFolder(cwd)) return `The working directory ${cwd} does not exist.`;
    if (code === 'ENOENT' && exists(command)) return `The interpreter of ${command} was not found.`;
  } catch {
    return `The working directory ${cwd} cannot be entered.`;
  }
  if (code === 'ENOENT') return `The program ${command} was not found.`;
  if (code === 'EACCES') return `The program ${command} is not executable.`;
  if (code === 'E2BIG') return `The arguments and the environment of ${command} are too long for the system.`;
  return `The program ${command} could not be started: ${message}`;
}
