import { chmodSync, closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';
import { LogError } from './log-error.js';

/** What may be bound. Not boolean: the driver aborts the whole process on one. */
export type Value = string | number | null;
export type Row = readonly Value[];

/** Values are always given as one array: the driver takes it as it is, while arguments are copied. */
export interface Query {
  all(values: readonly Value[]): Row[];
  get(values: readonly Value[]): Row | undefined;
}

export interface Command {
  run(values: readonly Value[]): unknown;
}

/** How long a write waits for somebody who looks at the file with another tool and holds a lock. */
const BUSY_MS = 2_000;

/** A connection to one SQLite file: rows are arrays, and the errors of SQLite become errors of the log. */
export class Database {
  readonly #connection: Libsql.Database;
  readonly #begin: Command;
  readonly #commit: Command;
  #open = true;

  constructor(
    readonly path: string,
    busyMs = BUSY_MS,
  ) {
    try {
      createPrivately(path);
      this.#connection = new Libsql(path, { timeout: busyMs });
      this.#begin = this.#connection.prepare('BEGIN IMMEDIATE');
      this.#commit = this.#connection.prepare('COMMIT');
    } catch (error) {
      throw this.#explain(error, 'open');
    }
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /**
   * A statement that gives rows. There is no way to iterate: an iterator that nobody finishes would hold a read
   * transaction, and the write-ahead log could not be folded back behind it.
   */
  query(sql: string): Query {
    return this.#connection.prepare(sql).raw() as unknown as Query;
  }

  command(sql: string): Command {
    return this.#connection.prepare(sql);
  }

  /** The single number that a pragma gives. */
  number(pragma: string): number {
    return Number(this.query(`PRAGMA ${pragma}`).get([])?.[0] ?? 0);
  }

  /** All that `work` does is committed, or nothing of it. */
  transaction<T>(work: () => T): T {
    this.#begin.run([]);
    try {
      const result = work();
      this.#commit.run([]);
      return result;
    } catch (error) {
      // On a full disk, for one, SQLite has rolled back by itself.
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs `work`; when SQLite fails, the error says what was tried, and in which file. */
  attempt<T>(what: string, work: () => T): T {
    // Statements outlive the connection that they were prepared on: the driver would go on writing.
    if (!this.#open) throw new LogError(`cannot ${what} ${this.path}: it is closed`);
    try {
      return work();
    } catch (error) {
      throw this.#explain(error, what);
    }
  }

  get isOpen(): boolean {
    return this.#open;
  }

  close(): void {
    this.#open = false;
    this.#connection.close();
  }

  #explain(error: unknown, what: string): unknown {
    const fromSqlite = error instanceof Libsql.SqliteError;
    if (!fromSqlite && what !== 'open') return error;
    if (error instanceof LogError) return error;
    const code = fromSqlite ? error.code : '';
    const message = error instanceof Error ? error.message : String(error);
    const damaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
    const advice = damaged
      ? '; the file is damaged or is no Greenroom log: move it away, or restore a copy'
      : '';
    return new LogError(`cannot ${what} ${this.path}: ${message}${advice}`, { cause: error });
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so a private file keeps all of them private. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Never open a file that is there: closing it again would drop every lock that this process has on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
  }
}
