import { homedir } from 'node:os';
import { join } from 'node:path';

/** The platform's usual folder for application data. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (env.GREENROOM_DATA) return env.GREENROOM_DATA;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'greenroom');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'greenroom');
}
