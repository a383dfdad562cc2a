import { createLogger, type Daemon, type DaemonOptions, startDaemon } from '../../server/index.js';

/** Apart from what the daemon takes first, since this takes long to load. */
export function launch(options: Omit<DaemonOptions, 'logger'>, logLevel: string): Promise<Daemon> {
  const logger = createLogger({ level: logLevel, pretty: process.stderr.isTTY === true });
  return startDaemon({ ...options, logger, onFatal: () => process.exit(1) });
}
