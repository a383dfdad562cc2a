import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const variables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
];

/** Whether there are credentials. They are not verified, and those in a keychain are not detected. */
export function hasCredentials(env: NodeJS.ProcessEnv): boolean {
  const folder = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');
  return variables.some((name) => env[name]) || existsSync(join(folder, '.credentials.json'));
}
