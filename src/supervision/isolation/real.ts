import { realpathSync } from 'node:fs';

/** A path with its links resolved, or as it is if it does not exist. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
