import { stat } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { isGuarded } from './guarded-files.js';
import { isWithin, realPath } from './real-path.js';

/** Shown to whoever is asked although edits are accepted. */
export const GUARDED_REASON = "This file sets an agent's own rules";

/** Whether the mode `acceptEdits` covers an edit: all files are in the session's folder, and none is guarded. */
export async function isOrdinaryEdit(paths: readonly string[], directory: string): Promise<boolean> {
  if (paths.length === 0) return false;
  const folder = await realPath(directory);
  const targets = await targetsOf(paths, folder);
  return every(targets, async (target) => target !== null && isOrdinary(target, folder));
}

/** Whether an edit changes an agent's own rules, so that it needs a permission even if all edits are allowed. */
export async function isGuardedEdit(paths: readonly string[], directory: string): Promise<boolean> {
  const folder = await realPath(directory);
  const targets = await targetsOf(paths, folder);
  return !(await every(targets, async (target) => target !== null && !(await isGuarded(target, folder))));
}

/**
 * The real paths of files; null where links form a loop. With `..` behind a link there are two: some programs shorten
 * the path first, others follow the link.
 */
function targetsOf(paths: readonly string[], folder: string): Promise<(string | null)[]> {
  const ways = paths.flatMap((path) => {
    const whole = isAbsolute(path) ? path : `${folder}${sep}${path}`;
    return path.split(/[\\/]/).includes('..') ? [resolve(whole), whole] : [resolve(whole)];
  });
  return Promise.all(ways.map((way) => realPath(way).catch(() => null)));
}

async function isOrdinary(target: string, folder: string): Promise<boolean> {
  if (target === folder || !isWithin(folder, target)) return false;
  return !(await hasOtherNames(target)) && !(await isGuarded(target, folder));
}

/** A hard link: the file may also be one outside of the folder, or one that is guarded. */
async function hasOtherNames(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true && stats.nlink > 1;
}

async function every<T>(all: readonly T[], test: (each: T) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(all.map(test))).every(Boolean);
}
