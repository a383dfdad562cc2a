export {
  type IsolateSetting,
  type Isolation,
  IsolationError,
  openIsolation,
} from '../supervision/index.js';
export type { Clock } from './clock.js';
export { fingerprintOf } from './fingerprint.js';
export { backUpFolder, TargetExistsError } from './folder-backup.js';
export { checkFolder, type FolderCheck } from './folder-check.js';
export { SessionHost } from './host.js';
export { randomId } from './ids.js';
export { defaultLimits, type Limits } from './limits.js';
export { changesBetween, type StreamChange } from './recording/changes.js';
export { Replay } from './recording/replay.js';
export { Retention, type RetentionLimits } from './retention.js';
export { createKeyFile, readKeyFile, SecretKeyError, Secrets, upgradeConfigs } from './secrets/index.js';
export type { Session } from './session.js';
export { nextSlice } from './slices.js';
export type { Past } from './time-travel.js';
