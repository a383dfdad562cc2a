import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Of the most common providers. */
const keys = [
  'OPENCODE_API_KEY',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
];

/** Whether there are any credentials, which are not checked. A local provider may need none. */
export function hasCredentials(env: NodeJS.ProcessEnv): boolean {
  const data = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local', 'share');
  return keys.some((key) => env[key]) || existsSync(join(data, 'opencode', 'auth.json'));
}
