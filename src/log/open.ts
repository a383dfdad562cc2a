import type { OpenLog } from './log.js';
import { openSqliteLog } from './sqlite/sqlite-log.js';

/** The default log: SQLite in the data folder. */
export const openLog: OpenLog = openSqliteLog;
