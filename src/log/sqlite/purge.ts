import type { Command, Database, Query } from './database.js';

/** Tables with rows of a session, in the order in which they are emptied. */
const TABLES = [
  'raws',
  'batches',
  'long_values',
  'checkpoints',
  'names',
  'queue_contents',
  'queue_entries',
  'receipts',
];

/** Few, since a row may have a megabyte. */
const ROWS = 50;
/** Free pages to return to the file system at a time. */
const PAGES = 64;
/** About as much as a step writes. */
export const STEP_BYTES = PAGES * 4096;

/**
 * Removes what is left of deleted sessions, and returns its space to the file system, a little at a time: a session can
 * have gigabytes, and appends must not wait for that.
 */
export class Purge {
  readonly #database: Database;
  readonly #next: Query;
  readonly #done: Command;
  readonly #deletes: readonly Command[];

  constructor(database: Database) {
    this.#database = database;
    this.#next = database.query('SELECT key FROM deleted_sessions LIMIT 1');
    this.#done = database.command('DELETE FROM deleted_sessions WHERE key = ?');
    this.#deletes = TABLES.map((table) => {
      // A table without row ids is deleted from by its own key.
      const rows = table === 'receipts' ? '(session, message_id)' : 'rowid';
      const columns = table === 'receipts' ? 'session, message_id' : 'rowid';
      return database.command(
        `DELETE FROM ${table} WHERE ${rows} IN (SELECT ${columns} FROM ${table} WHERE session = ? LIMIT ${ROWS})`,
      );
    });
  }

  /** Whether there are rows of deleted sessions. */
  get isDue(): boolean {
    return this.#next.get([]) !== undefined;
  }

  /** Does a little. Returns whether there is more to do. */
  step(): boolean {
    return this.removeRows() || this.#freePages();
  }

  /** Removes some rows. Returns whether there may be more. */
  removeRows(): boolean {
    const key = this.#next.get([])?.[0];
    if (key == null) return false;
    this.#database.transaction(() => {
      if (!this.#deletes.some((rows) => rows.run([key]).changes > 0)) this.#done.run([key]);
    });
    return true;
  }

  #freePages(): boolean {
    if (this.#database.number('freelist_count') === 0 || this.#database.number('auto_vacuum') === 0)
      return false;
    // A query, since it frees a page per row.
    this.#database.query(`PRAGMA incremental_vacuum(${PAGES})`).all([]);
    return true;
  }
}
