export { newToken } from './access/token.js';
export {
  type Daemon,
  type DaemonOptions,
  DEFAULT_HOST,
  DEFAULT_PORT,
  startDaemon,
  version,
} from './daemon.js';
export { createLogger } from './logger.js';
