import type { Database } from './database.js';
import { LogError } from './log-error.js';

/**
 * The schema, as the steps that lead to it: the version of a file is the number of steps it has taken. A step
 * that was released is never edited; a change is a new step at the end.
 *
 * - `sessions` is small on purpose. Its row is rewritten with every batch; a text in it would be rewritten too.
 * - `batches` is a rowid table with an index, and not WITHOUT ROWID: its rows are long, and a tree of long rows
 *   is deep. New rows go to its end, whatever their session.
 * - `raws` is a table of its own, so that who reads events never touches a page of native payloads. In `batches`
 *   the long text comes last, so that the columns before it are found on the row's first page.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE installation (id TEXT NOT NULL) STRICT;
  INSERT INTO installation VALUES (lower(hex(randomblob(16))));

  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    unsettled INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    snapshot_sequence INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE session_infos (
    session INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    info TEXT NOT NULL
  ) STRICT;

  CREATE TABLE session_snapshots (
    session INTEGER PRIMARY KEY,
    snapshot TEXT
  ) STRICT;

  CREATE TABLE batches (
    session INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    states TEXT,
    events TEXT NOT NULL,
    PRIMARY KEY (session, first)
  ) STRICT;

  CREATE TABLE raws (
    session INTEGER NOT NULL,
    first INTEGER NOT NULL,
    payloads TEXT NOT NULL,
    PRIMARY KEY (session, first)
  ) STRICT;
  `,
];

/** Takes the steps that the file has not taken yet, each in a transaction with the version it leads to. */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  const version = database.number('user_version');
  if (version > migrations.length) {
    throw new LogError(
      `cannot open ${database.path}: it was written by a newer Greenroom (its schema is version ${version}, ` +
        `this one knows up to ${migrations.length}); update Greenroom, or choose another folder with --data`,
    );
  }
  for (const [step, sql] of migrations.entries()) {
    if (step < version) continue;
    database.transaction(() => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${step + 1}`);
    });
  }
}
