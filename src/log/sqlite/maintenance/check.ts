import { LogError } from '../../errors.js';
import type { Database } from '../database.js';
import { documentProblems } from './check-documents.js';
import { SessionCheck } from './check-session.js';
import { openExisting } from './existing-log.js';
import type { OnProgress } from './tasks.js';

/** The most problems of the file itself that are reported: one damaged page causes many. */
const MOST_OF_FILE = 20;

export interface CheckOptions {
  dataFolder: string;
  /** The ids of all agents. */
  agents: readonly string[];
}

export interface LogProblem {
  /** null if it is none of a single session. */
  sessionId: string | null;
  problem: string;
}

export interface CheckedLog {
  /** null if they cannot be read. */
  sessionIds: string[] | null;
  events: number;
  /** The attachments of queued messages: paths that must exist. */
  queuedFiles: { sessionId: string; path: string }[];
  problems: LogProblem[];
}

/** Checks everything in a log, as it is at one moment; its daemon may go on writing. */
export function checkLog({ dataFolder, agents }: CheckOptions, onProgress: OnProgress): CheckedLog {
  const checked: CheckedLog = { sessionIds: null, events: 0, queuedFiles: [], problems: [] };
  const report = (sessionId: string | null, problem: string) => {
    checked.problems.push({ sessionId, problem });
  };
  try {
    const database = openExisting(dataFolder, { isReadOnly: true });
    try {
      database.snapshot(() => {
        for (const problem of damageOf(database)) report(null, problem);
        for (const problem of database.attempt('read', () => documentProblems(database)))
          report(null, problem);
        const sessions = database.attempt('read', () =>
          database.query('SELECT session_id, key, last_sequence FROM sessions ORDER BY key').all([]),
        );
        checked.sessionIds = sessions.map(([id]) => String(id));
        const check = new SessionCheck(database, { agents, onProgress });
        for (const [id, key, last] of sessions) {
          const sessionId = String(id);
          const found = check.run({ sessionId, key: Number(key), last: Number(last) });
          checked.events += found.events;
          for (const path of found.queuedFiles) checked.queuedFiles.push({ sessionId, path });
          for (const problem of found.problems) report(sessionId, problem);
        }
      });
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    report(null, error.message);
  }
  return checked;
}

function damageOf(database: Database): string[] {
  try {
    const rows = database.attempt('check', () =>
      database.query(`PRAGMA integrity_check(${MOST_OF_FILE})`).all([]),
    );
    return rows.map(([text]) => String(text).replaceAll('\n', ' ')).filter((text) => text !== 'ok');
  } catch (error) {
    // Some damage keeps SQLite from looking for more of it.
    if (error instanceof LogError) return [error.message];
    throw error;
  }
}
