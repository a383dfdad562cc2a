export { createKeyFile, readKeyFile, SecretKeyError } from './key-file.js';
export { Secrets } from './secrets.js';
export { StoredVariables } from './stored-secret.js';
export { upgradeConfigs } from './upgrade.js';
