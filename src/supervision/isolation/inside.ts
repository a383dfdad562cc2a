import { relative } from 'node:path';

/** Whether a path is a folder or something in it. Both are absolute, with links resolved. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith('../'));
}
