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

/** The segments of a path relative to a folder, with symbolic links resolved; null if it is outside. */
export async function namesInside(folder: string, path: string): Promise<string[] | null> {
  const real = await realPath(resolve(folder, path)).catch(() => null);
  if (real === null) return null;
  const from = relative(await realPath(folder), real);
  if (from === '' || isAbsolute(from)) return null;
  const names = from.split(sep);
  return names[0] === '..' ? null : names;
}
