import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const keys = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
];

/** Whether there is something to log in with. It is not looked into; and what a keychain has is not seen. */
export function hasCredentials(env: NodeJS.ProcessEnv): boolean {
  const folder = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');
  return keys.some((key) => env[key]) || existsSync(join(folder, '.credentials.json'));
}
