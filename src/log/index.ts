export * from './log.js';
export { type FolderLock, type FolderOwner, lockFolder, readOwner } from './sqlite/folder-lock.js';
export { LogError, UnknownSessionError } from './sqlite/log-error.js';
export { openSqliteLog, type SqliteLog, type SqliteLogOptions } from './sqlite/sqlite-log.js';
