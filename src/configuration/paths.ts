import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** `~/work` and paths relative to a folder, as absolute ones. */
export function absolutePath(path: string, folder: string): string {
  if (path === '~') return homedir();
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path);
}
