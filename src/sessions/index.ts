export {
  type IsolateSetting,
  type Isolation,
  IsolationError,
  openIsolation,
} from '../supervision/index.js';
export { attachmentsOf } from './attachments.js';
export { sessionChanges } from './changes/session-changes.js';
export type { Clock } from './clock.js';
export { fingerprintOf } from './fingerprint.js';
export { backUpFolder, TargetExistsError } from './folder-backup.js';
export { checkFolder, type FolderCheck } from './folder-check.js';
export { SessionHost } from './host.js';
export { randomId } from './ids.js';
export { Policy, PolicyError, type PolicyOptions } from './policy.js';
export { changesBetween, type StreamChange } from './recording/changes.js';
export { Replay } from './recording/replay.js';
export { Retention, type RetentionLimits } from './retention.js';
export { searchConversation } from './search/conversation-search.js';
export { createKeyFile, readKeyFile, SecretKeyError, Secrets, upgradeConfigs } from './secrets/index.js';
export type { Session } from './session.js';
export { nextSlice } from './slices.js';
export type { SpendingLimits } from './spending.js';
export type { Past } from './time-travel.js';
export { FolderTrusts, RememberedTrust } from './trust/index.js';
