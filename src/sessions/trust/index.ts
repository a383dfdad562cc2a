export { FolderTrusts, type TrustQuestion, type Verdict } from './folder-trust.js';
export { RememberedTrust } from './remembered.js';
export { SessionFolder, type TrustEffect, withDecision } from './session-folder.js';
