import type { ExpectedRevision, StoredDocument } from '../documents.js';
import { RevisionError } from '../errors.js';
import type { Command, Database, Query, Row } from './database.js';

/** The daemon's documents. Each change is a new row, whose key is the revision: SQLite gives none twice. */
export class DocumentTable {
  readonly #database: Database;
  readonly #find: Query;
  readonly #list: Query;
  readonly #put: Command;
  readonly #delete: Command;

  constructor(database: Database) {
    this.#database = database;
    this.#find = database.query('SELECT kind, id, revision, json FROM documents WHERE kind = ? AND id = ?');
    this.#list = database.query('SELECT kind, id, revision, json FROM documents WHERE kind = ? ORDER BY id');
    this.#put = database.command('INSERT OR REPLACE INTO documents (kind, id, json) VALUES (?, ?, ?)');
    this.#delete = database.command('DELETE FROM documents WHERE kind = ? AND id = ?');
  }

  find(kind: string, id: string): StoredDocument | null {
    const row = this.#find.get([kind, id]);
    return row ? documentOf(row) : null;
  }

  list(kind: string): StoredDocument[] {
    return this.#list.all([kind]).map(documentOf);
  }

  put(kind: string, id: string, json: string, expected: ExpectedRevision): number {
    return this.#database.transaction(() => {
      this.#requireRevision(kind, id, expected);
      this.#put.run([kind, id, json]);
      return this.find(kind, id)!.revision;
    });
  }

  delete(kind: string, id: string, expected: ExpectedRevision): boolean {
    return this.#database.transaction(() => {
      this.#requireRevision(kind, id, expected);
      return this.#delete.run([kind, id]).changes > 0;
    });
  }

  #requireRevision(kind: string, id: string, expected: ExpectedRevision): void {
    if (expected === undefined) return;
    const actual = this.find(kind, id)?.revision ?? null;
    if (actual !== expected)
      throw new RevisionError(
        `document ${kind}/${id} is at revision ${actual}, but its writer expected ${expected}`,
      );
  }
}

function documentOf([kind, id, revision, json]: Row): StoredDocument {
  return { kind: String(kind), id: String(id), revision: Number(revision), json: String(json) };
}
