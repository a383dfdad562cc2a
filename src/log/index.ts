export * from './errors.js';
export * from './log.js';
export { openLog } from './open.js';
export { lockFolder, readOwner } from './sqlite/folder-lock.js';
