import { delimiter, join } from 'node:path';
import { canRun } from './can-run.js';

/**
 * Returns the path of bubblewrap, or null.
 * @returns {string | null}
 */
export function findBubblewrap(env = process.env) {
  const places = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'bwrap'));
  return places.find(canRun) ?? null;
}
