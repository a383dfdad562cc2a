import type { LongValue } from '../log.js';
import type { Command, Database, Query } from './database.js';

/** The values that were too long for their events, in parts. */
export class LongValueTable {
  readonly #put: Command;
  readonly #find: Query;

  constructor(database: Database) {
    this.#put = database.command(
      'INSERT INTO long_values (session, value_id, part, content) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#find = database.query(
      'SELECT content FROM long_values WHERE session = ? AND value_id = ? AND part = ?',
    );
  }

  /** Runs within the caller's transaction. */
  write(session: number, values: readonly LongValue[]): void {
    for (const { valueId, part, content } of values) this.#put.run([session, valueId, part, content]);
  }

  find(session: number, valueId: string, part: number): string | null {
    const row = this.#find.get([session, valueId, part]);
    return row ? String(row[0]) : null;
  }
}
