import type { JournalEntry, JournalPage, JournalRetention, NewEntry } from '../journal.js';
import type { Command, Database, Query } from './database.js';

/** Who did what, in the order in which it was recorded. */
export class JournalTable {
  readonly #database: Database;
  readonly #append: Command;
  readonly #read: Query;
  readonly #firstSince: Query;
  readonly #last: Query;
  readonly #prune: Command;

  constructor(database: Database) {
    this.#database = database;
    this.#append = database.command('INSERT INTO journal (time, json) VALUES (?, ?)');
    this.#read = database.query(
      'SELECT position, time, json FROM journal WHERE position < ? ORDER BY position DESC LIMIT ?',
    );
    this.#firstSince = database.query(
      'SELECT position FROM journal WHERE time >= ? ORDER BY position LIMIT 1',
    );
    this.#last = database.query('SELECT max(position) FROM journal');
    this.#prune = database.command('DELETE FROM journal WHERE position < ?');
  }

  append(entries: readonly NewEntry[]): void {
    this.#database.transaction(() => {
      for (const { time, json } of entries) this.#append.run([time, json]);
    });
  }

  read({ limit, before = Number.MAX_SAFE_INTEGER }: JournalPage): JournalEntry[] {
    const rows = this.#read.all([before, limit]);
    return rows.map(([position, time, json]) => ({
      position: Number(position),
      time: Number(time),
      json: String(json),
    }));
  }

  prune({ newest, since }: JournalRetention): void {
    const last = Number(this.#last.get([])?.[0] ?? 0);
    const byNumber = newest === undefined ? 0 : last - newest + 1;
    const byTime = since === undefined ? 0 : Number(this.#firstSince.get([since])?.[0] ?? last + 1);
    this.#prune.run([Math.max(byNumber, byTime)]);
  }
}
