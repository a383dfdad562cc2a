import { accessSync, constants } from 'node:fs';

/**
 * Whether there is a program at a path.
 * @param {string} path
 */
export function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
