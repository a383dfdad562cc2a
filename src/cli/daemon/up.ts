import { resolve } from 'node:path';
import { configurationFor } from '../configuration/configuration.js';
import { type OutputFlags, print } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { daemonLogPath } from './daemon-log.js';
import { portArguments } from './free-port.js';
import { type RunningDaemon, runningDaemon } from './running-daemon.js';
import type { ServerFlags } from './server-options.js';
import { startInBackground } from './start-in-background.js';

/** Starts a daemon in the background, unless one runs already. */
export async function up(flags: ServerFlags, given: readonly string[], output: OutputFlags): Promise<void> {
  const configuration = await configurationFor(flags);
  const data = resolve(configuration.settings.data!);
  const before = runningDaemon(data);
  const port = await portArguments(configuration);
  const running = before?.url ? before : await startInBackground({ data, args: [...given, ...port] });
  const isNew = before === null;
  const log = daemonLogPath(data);
  print({ ...running, data, log, started: isNew }, output, () => describe(running, data, isNew));
  if (!isNew && given.length > 0)
    console.error('greenroom: options take effect after a restart: greenroom down, then greenroom up');
  if (isNew && port.length > 0)
    console.error(`greenroom: port ${configuration.settings.port} is in use, so it listens on another`);
}

function describe({ url, socket, pid }: RunningDaemon, data: string, isNew: boolean): string {
  const title = isNew ? 'the daemon is running' : 'the daemon was running already';
  const rows: [string, string][] = [
    ['address', url!],
    ...(socket === null ? [] : [['socket', socket] as [string, string]]),
    ['pid', String(pid)],
    ['data', data],
    ['log', daemonLogPath(data)],
    ['inspector', 'greenroom open'],
    ['stop', 'greenroom down'],
  ];
  const lines = rows.map(([name, value]) => `  ${paint('dim', name.padEnd(9))}  ${value}`);
  return [`${paint('green', '✓')} ${title}`, ...lines].join('\n');
}
