import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The session's folder as it was given, and with symbolic links resolved: agents use either. */
export type Roots = readonly string[];

/** A path as shown to humans: relative to the session's folder if it is inside, else absolute. */
export function shortPath(path: string, roots: Roots): string {
  const [directory] = roots;
  if (directory === undefined || path === '') return path;
  const absolute = resolve(directory, path);
  for (const root of roots) {
    const from = relative(root, absolute);
    if (from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)) return from;
  }
  return absolute;
}
