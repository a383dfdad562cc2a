import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const keys = ['OPENAI_API_KEY', 'CODEX_API_KEY'];

/** Whether there are credentials, valid or not. A custom provider may need none. */
export function hasCredentials(env: NodeJS.ProcessEnv): boolean {
  const folder = env.CODEX_HOME || join(env.HOME || homedir(), '.codex');
  return keys.some((key) => env[key]) || existsSync(join(folder, 'auth.json'));
}
