import { chmodSync, closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';
import { LogError } from '../errors.js';

/** Types that can be bound. Not boolean: the driver aborts the whole process on one. */
export type Value = string | number | null;
export type Row = readonly Value[];

/** Values are always passed as one array: the driver uses it directly, while arguments are copied. */
export interface Query {
  all(values: readonly Value[]): Row[];
  get(values: readonly Value[]): Row | undefined;
}

export interface Command {
  run(values: readonly Value[]): { changes: number };
}

/** How long a write waits for another tool that holds a lock on the file. */
const BUSY_MS = 2_000;

/** A connection to one SQLite file. Rows are arrays, and SQLite errors are wrapped in LogErrors. */
export class Database {
  readonly #connection: Libsql.Database;
  readonly #begin: Command;
  readonly #commit: Command;
  #open = true;
  readonly path: string;

  constructor(path: string, busyMs = BUSY_MS) {
    this.path = path;

    try {
      createPrivately(path);
      this.#connection = new Libsql(path, { timeout: busyMs });
      this.#begin = this.#connection.prepare('BEGIN IMMEDIATE');
      this.#commit = this.#connection.prepare('COMMIT');
    } catch (error) {
      throw this.explain(error, 'open');
    }
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /**
   * A statement that returns rows. Iteration is not offered: an unfinished iterator would hold a read transaction and
   * keep the write-ahead log from being checkpointed.
   */
  query(sql: string): Query {
    return this.#connection.prepare(sql).raw() as unknown as Query;
  }

  command(sql: string): Command {
    return this.#connection.prepare(sql) as unknown as Command;
  }

  /** The numeric value of a pragma. */
  number(pragma: string): number {
    return Number(this.query(`PRAGMA ${pragma}`).get([])?.[0] ?? 0);
  }

  /** Commits everything that `work` does, or nothing. */
  transaction<T>(work: () => T): T {
    this.#begin.run([]);
    try {
      const result = work();
      this.#commit.run([]);
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself, for example on a full disk.
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs `work`; an SQLite error is reported with the operation and the file. */
  attempt<T>(what: string, work: () => T): T {
    this.requireOpen(what);
    try {
      return work();
    } catch (error) {
      throw this.explain(error, what);
    }
  }

  /** Guards prepared statements, which would keep working after the connection is closed. */
  requireOpen(what: string): void {
    if (!this.#open) throw new LogError(`cannot ${what} ${this.path}: it is closed`);
  }

  get isOpen(): boolean {
    return this.#open;
  }

  close(): void {
    this.#open = false;
    this.#connection.close();
  }

  /** Wraps an SQLite error in a LogError; other errors are returned unchanged. */
  explain(error: unknown, what: string): unknown {
    const fromSqlite = error instanceof Libsql.SqliteError;
    if (!fromSqlite && what !== 'open') return error;
    if (error instanceof LogError) return error;
    const code = fromSqlite ? error.code : '';
    const message = error instanceof Error ? error.message : String(error);
    const damaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
    const advice = damaged
      ? '; the file is damaged or is not a Greenroom log: move it away, or restore a backup'
      : '';
    return new LogError(`cannot ${what} ${this.path}: ${message}${advice}`, { cause: error });
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so creating that as private is enough. */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Never open an existing file: closing it would drop every lock that this process holds on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
  }
}
