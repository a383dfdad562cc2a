import { readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** The limit of Linux for one path. */
const MAX_LINKS = 40;

/** Resolves symbolic links, also for a file that does not exist yet. Rejects if links form a loop. */
export async function realPath(path: string, links = MAX_LINKS): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (links === 0) throw error;
    const folder = dirname(path);
    if (folder === path) return path;
    const real = await realPath(folder, links);
    // A write to a link whose target is missing creates the target.
    const target = await readlink(path).catch(() => null);
    return target === null
      ? resolve(real, relative(folder, path))
      : realPath(resolve(real, target), links - 1);
  }
}

/** Whether a path is a folder or in it. Both have to be real paths. */
export function isWithin(folder: string, path: string): boolean {
  const from = relative(folder, path);
  return from === '' || !(isAbsolute(from) || from.split(sep)[0] === '..');
}
