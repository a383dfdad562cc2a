export { FolderTrusts, type TrustQuestion, type Verdict } from './folder-trust.js';
export { RememberedTrust } from './remembered.js';
export { decisionIn, SessionFolder, type TrustEffect } from './session-folder.js';
