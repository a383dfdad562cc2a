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
  // Queued messages have rows of their own; they were part of every snapshot. The text is apart, so that moving a message
  // does not rewrite it.
  `
  CREATE TABLE queue_entries (
    session INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    rank REAL NOT NULL,
    revision INTEGER NOT NULL,
    queued_at TEXT NOT NULL,
    PRIMARY KEY (session, message_id)
  ) STRICT;

  CREATE TABLE queue_contents (
    session INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (session, message_id)
  ) STRICT;
  `,
  // Names and received messages were part of every snapshot, which grew with the session.
  `
  CREATE TABLE names (
    session INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    entries TEXT NOT NULL
  ) STRICT;
  CREATE INDEX names_by_session ON names (session, sequence);

  CREATE TABLE receipts (
    session INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    taken_back INTEGER NOT NULL,
    PRIMARY KEY (session, message_id)
  ) STRICT, WITHOUT ROWID;

  -- The device and inode of the data folder: a copy is another installation.
  ALTER TABLE installation ADD COLUMN folder TEXT;

  -- Sessions whose rows in other tables are yet to be removed.
  CREATE TABLE deleted_sessions (key INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE long_values (
    session INTEGER NOT NULL,
    value_id TEXT NOT NULL,
    part INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (session, value_id, part)
  ) STRICT;
  `,
  // Configs had secrets in plain text. Only the daemon can tell them from the rest: until it has, the file is not clean.
  `
  ALTER TABLE installation ADD COLUMN is_clean INTEGER NOT NULL DEFAULT 1;
  UPDATE installation SET is_clean = 0
    WHERE folder IS NOT NULL OR EXISTS (SELECT 1 FROM sessions)
      OR (SELECT freelist_count FROM pragma_freelist_count) > 0;
  `,
  // What the daemon keeps besides sessions: documents, of which a change is a new row, and the journal of who did what.
  `
  CREATE TABLE documents (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;

  CREATE TABLE journal (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  `,
];

/**
 * Applies the missing steps, each in one transaction with its version number. A file with content is backed up first.
 */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  const version = knownVersion(database, migrations);
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

/** The version of a file; throws if it is a later one. */
export function knownVersion(database: Database, migrations: readonly string[] = MIGRATIONS): number {
  const version = database.number('user_version');
  if (version <= migrations.length) return version;
  throw new LogError(
    `cannot open ${database.path}: it was written by a newer Greenroom (its schema is version ${version}, ` +
      `this one knows up to ${migrations.length}); update Greenroom, or choose another folder with --data`,
  );
}
