import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { verbose } from '../terminal/verbose.js';
import type { DaemonFlags } from './daemon-flags.js';

/**
 * Starts a daemon in the background if none runs on the data folder. One that `--url` names is somebody else's to start.
 */
export async function ensureDaemon({ url, token, data }: DaemonFlags): Promise<void> {
  if (url) return;
  const { runningDaemon } = await import('./running-daemon.js');
  if (runningDaemon(data)?.url) return;
  const [{ configurationFor }, { portArguments }, { startInBackground }] = await Promise.all([
    import('../configuration/configuration.js'),
    import('./free-port.js'),
    import('./start-in-background.js'),
  ]);
  const folder = resolve(data);
  const configuration = await configurationFor({ settings: { data: folder } });
  const started = await startInBackground({
    data: folder,
    args: ['--data', folder, ...(await portArguments(configuration))],
    // Arguments can be seen by others.
    env: token ? { ...process.env, GREENROOM_TOKEN: token } : process.env,
    // The folder of the first command that needed a daemon would be an odd place for all later sessions.
    cwd: homedir(),
  });
  verbose(`started a daemon at ${started.url} (pid ${started.pid})`);
}
