import { LogError } from '../errors.js';
import { backUp, removeOtherBackups } from './backup.js';
import type { Database } from './database.js';

/**
 * The schema as a list of steps: the version of a file is the number of steps applied to it. A released step is never
 * edited; a change is a new step at the end.
 *
 * - `sessions` is small on purpose: every batch rewrites its row, including any text in it.
 * - `batches` is a rowid table with an index instead of WITHOUT ROWID, since its rows are long and a tree of long rows
 *   is deep. New rows are appended at the end, whatever their session.
 * - `raws` is a separate table, so reading events never touches a page of native payloads. In `batches` the long text
 *   comes last, so the columns before it are on the row's first page.
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
  // A session has several snapshots, one per sequence, instead of one.
  `
  CREATE TABLE checkpoints (
    session INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    keep INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    PRIMARY KEY (session, sequence)
  ) STRICT;
  INSERT INTO checkpoints
    SELECT key, snapshot_sequence, 0, snapshot FROM sessions JOIN session_snapshots ON session = key
    WHERE snapshot IS NOT NULL;
  DROP TABLE session_snapshots;
  ALTER TABLE sessions DROP COLUMN snapshot_sequence;
  `,
];

/**
 * Applies the missing steps, each in one transaction with its version number. A file with content is backed up first.
 */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  const version = database.number('user_version');
  if (version > migrations.length) {
    throw new LogError(
      `cannot open ${database.path}: it was written by a newer Greenroom (its schema is version ${version}, ` +
        `this one knows up to ${migrations.length}); update Greenroom, or choose another folder with --data`,
    );
  }
  if (version === migrations.length) return;
  const backup = version > 0 ? backUp(database, version) : null;
  for (const [step, sql] of migrations.entries()) {
    if (step < version) continue;
    database.transaction(() => {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${step + 1}`);
    });
  }
  if (backup) removeOtherBackups(database.path, backup);
}
