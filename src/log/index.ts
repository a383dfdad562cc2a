export * from './documents.js';
export * from './errors.js';
export * from './journal.js';
export * from './log.js';
export { openLog } from './open.js';
export { lockFolder, readOwner } from './sqlite/folder-lock.js';
export type { LogProblem } from './sqlite/maintenance/check.js';
export { requireLog } from './sqlite/maintenance/existing-log.js';
export { runTask } from './sqlite/maintenance/run-task.js';
