import type { OpenLog, StartedLog } from './log.js';
import { openSqliteLog, startSqliteLog } from './sqlite/sqlite-log.js';

/** The default log: SQLite in the data folder. */
export const openLog: OpenLog = (options) => openSqliteLog(options);

/** Starts to open it, as far as that is possible without knowing the data folder. */
export const startLog: () => StartedLog = startSqliteLog;
