import { ProblemError } from '../../schema/index.js';

/** More folders in each other than anybody means. */
const DEEPEST = 100;
const LONGEST = 4096;

/** The way to an entry of an archive, one name per folder. Refuses what would lead out of the folder. */
export function namesIn(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const problem = problemOf(path, names);
  if (problem) throw new ProblemError('invalid_request', `the archive cannot be extracted: ${problem}`);
  return names;
}

function problemOf(path: string, names: readonly string[]): string | null {
  const shown = JSON.stringify(path.slice(0, 200));
  if (path.startsWith('/')) return `${shown} is an absolute path`;
  if (names.includes('..')) return `${shown} leads out of the folder`;
  if (path.includes('\0')) return `${shown} contains a null character`;
  if (names.length > DEEPEST || path.length > LONGEST) return `${shown} is too long`;
  return null;
}

/**
 * Where a symbolic link leads, from the folder of the archive; null if it is not inside. `..` counts at the beginning
 * only, where it leaves real folders: behind a name, which may be another link, it could lead anywhere.
 */
export function targetIn(folder: readonly string[], target: string): string[] | null {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return null;
  const names = target.split('/').filter((name) => name !== '' && name !== '.');
  const ups = names.findIndex((name) => name !== '..');
  const up = ups === -1 ? names.length : ups;
  const down = names.slice(up);
  if (up > folder.length || down.includes('..')) return null;
  return [...folder.slice(0, folder.length - up), ...down];
}
