import { agents, declaredAgents } from '../../agents/index.js';
import type { Configuration } from '../../configuration/index.js';
import { createLogger, type Daemon, type DaemonOptions, startDaemon } from '../../server/index.js';
import { version } from '../../server/version.js';

/** Apart from what the daemon takes first, since this takes long to load. */
export function launch(
  options: Omit<DaemonOptions, 'logger'>,
  { settings: { logLevel }, agents: configured }: Configuration,
): Promise<Daemon> {
  const logger = createLogger({ level: logLevel, pretty: process.stderr.isTTY === true });
  const all = [...agents, ...declaredAgents(configured, version)];
  return startDaemon({ ...options, agents: all, logger, onFatal: () => process.exit(1) });
}
