export {
  backUpFolder,
  changesBetween,
  checkFolder,
  createKeyFile,
  type FolderCheck,
  IsolationError,
  Replay,
  SecretKeyError,
  type StreamChange,
  TargetExistsError,
} from '../sessions/index.js';
export { newToken } from './access/token.js';
export {
  type Daemon,
  type DaemonOptions,
  startDaemon,
} from './daemon.js';
export { createLogger } from './logger.js';
export { version } from './version.js';
