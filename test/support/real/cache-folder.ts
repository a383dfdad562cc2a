import { homedir } from 'node:os';
import { join } from 'node:path';

/** A cache outside the repository for large downloads. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.GREENROOM_TEST_CACHE || join(homedir(), '.cache', 'greenroom-tests');
}
