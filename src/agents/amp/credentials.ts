import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Whether there is an API key, or a login stored by `amp login`. Neither is verified. */
export function hasCredentials(env: NodeJS.ProcessEnv): boolean {
  const folder = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local', 'share');
  return Boolean(env.AMP_API_KEY) || existsSync(join(folder, 'amp', 'secrets.json'));
}
