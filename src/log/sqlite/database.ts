import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { LogError, StorageUnavailableError } from '../errors.js';
import { mayPass, SQLITE_CORRUPT, SQLITE_NOTADB, sqliteCode } from './sqlite-error.js';

/** Types that can be bound. */
export type Value = string | number | null;
export type Row = readonly Value[];

export interface Query {
  all(values: readonly Value[]): Row[];
  get(values: readonly Value[]): Row | undefined;
}

export interface Command {
  run(values: readonly Value[]): { changes: number };
}

/** How long a write waits for another tool that holds a lock on the file. */
const BUSY_MS = 200;

interface DatabaseOptions {
  busyMs?: number;
  /** The file must exist, and stays as it is. */
  isReadOnly?: boolean;
}

/** A connection to one SQLite file. Rows are arrays, and SQLite errors are wrapped in LogErrors. */
export class Database {
  readonly #connection: DatabaseSyncInstance;
  readonly #begin: Command;
  readonly #commit: Command;
  #open = true;
  readonly path: string;

  constructor(path: string, { busyMs = BUSY_MS, isReadOnly = false }: DatabaseOptions = {}) {
    this.path = path;

    try {
      if (!isReadOnly) createPrivately(path);
      this.#connection = new DatabaseSync(path, { timeout: busyMs, readOnly: isReadOnly });
      this.#begin = this.command('BEGIN IMMEDIATE');
      this.#commit = this.command('COMMIT');
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
    const statement = this.#connection.prepare(sql);
    statement.setReturnArrays(true);
    return { all: (values) => statement.all(...values), get: (values) => statement.get(...values) };
  }

  command(sql: string): Command {
    const statement = this.#connection.prepare(sql);
    return { run: (values) => ({ changes: Number(statement.run(...values).changes) }) };
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
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Shows `work` the file as it is at one moment, whoever writes to it meanwhile. */
  snapshot<T>(work: () => T): T {
    this.#connection.exec('BEGIN');
    try {
      return work();
    } finally {
      // Also before closing: prepared statements would keep the lock.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
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
    const code = sqliteCode(error);
    if (code === null && what !== 'open') return error;
    if (error instanceof LogError) return error;
    const message = error instanceof Error ? error.message : String(error);
    const damaged = code === SQLITE_NOTADB || code === SQLITE_CORRUPT;
    const advice = damaged
      ? '; the file is damaged or is not a Greenroom log: move it away, or restore a backup'
      : '';
    const text = `cannot ${what} ${this.path}: ${message}${advice}`;
    return mayPass(code)
      ? new StorageUnavailableError(text, { cause: error })
      : new LogError(text, { cause: error });
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
