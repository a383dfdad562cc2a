export {
  backUpFolder,
  checkFolder,
  createKeyFile,
  type FolderCheck,
  IsolationError,
  PolicyError,
  SecretKeyError,
  TargetExistsError,
} from '../sessions/index.js';
export { isLoopback } from './access/loopback.js';
export { newToken } from './access/token.js';
export {
  type Daemon,
  type DaemonOptions,
  startDaemon,
} from './daemon.js';
export { TlsError } from './http/tls.js';
export { SocketError } from './http/unix-socket.js';
export { createLogger } from './logger.js';
export { version } from './version.js';
