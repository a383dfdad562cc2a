export {
  backUpFolder,
  changesBetween,
  checkFolder,
  createKeyFile,
  type FolderCheck,
  FolderTrusts,
  IsolationError,
  openIsolation,
  PolicyError,
  RememberedTrust,
  Replay,
  SecretKeyError,
  type StreamChange,
  TargetExistsError,
} from '../sessions/index.js';
export { isLoopbackHost, openUrl } from './access/open-url.js';
export { checkedToken, keptToken, readKeptToken, readTokenFile, TokenError } from './access/token-file.js';
export {
  type Daemon,
  type DaemonOptions,
  startDaemon,
} from './daemon.js';
export { type EarlyStart, startEarly } from './early.js';
export { TlsError } from './http/tls.js';
export { SocketError } from './http/unix-socket.js';
export { createLogger } from './logger.js';
export { version } from './version.js';
