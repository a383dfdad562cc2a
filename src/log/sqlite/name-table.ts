import type { NamesLimit } from '../log.js';
import type { Command, Database, Query } from './database.js';

/** How many rows are read at a time. */
const PAGE = 64;

/** The names that the machines of the sessions have given, one row per write. */
export class NameTable {
  readonly #insert: Command;
  readonly #read: Query;

  constructor(database: Database) {
    this.#insert = database.command('INSERT INTO names (session, sequence, entries) VALUES (?, ?, ?)');
    this.#read = database.query(`
      SELECT sequence, rowid, entries FROM names
      WHERE session = ?1 AND (sequence, rowid) < (?2, ?3) ORDER BY sequence DESC, rowid DESC LIMIT ${PAGE}`);
  }

  /** Runs within the caller's transaction. */
  write(session: number, sequence: number, names: string): void {
    this.#insert.run([session, sequence, names]);
  }

  read(
    session: number,
    { atOrBefore = Number.MAX_SAFE_INTEGER - 1, chars = Infinity }: NamesLimit,
  ): string[] {
    const texts: string[] = [];
    let [sequence, rowid] = [atOrBefore + 1, 0];
    for (let read = 0; ; ) {
      const rows = this.#read.all([session, sequence, rowid]);
      for (const row of rows) {
        const text = String(row[2]);
        texts.push(text);
        read += text.length;
        if (read >= chars) return texts;
        [sequence, rowid] = [Number(row[0]), Number(row[1])];
      }
      if (rows.length < PAGE) return texts;
    }
  }
}
