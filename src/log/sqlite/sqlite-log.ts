import { join } from 'node:path';
import type { Batch, EventLog, ReadLimit, SessionRecord, Write } from '../log.js';
import { BatchReader } from './batch-reader.js';
import { BatchWriter } from './batch-writer.js';
import { Database } from './database.js';
import { type FolderLock, lockFolder } from './folder-lock.js';
import { migrate } from './migrations.js';
import { SessionTable } from './session-table.js';

export interface SqliteLogOptions {
  /** Where the log lives; made if it is missing. It belongs to this process until the log is closed. */
  folder: string;
  /** `normal` survives the death of the process in any way; `full` also that of the machine, at a price. */
  sync: 'normal' | 'full';
  /** What a second daemon on the same folder is told about this one, beside its pid. */
  owner?: string;
}

/** Opens the log of a folder, made if it is missing; throws a DataFolderInUseError if a daemon has it open. */
export async function openSqliteLog({ folder, sync, owner }: SqliteLogOptions): Promise<SqliteLog> {
  const lock = lockFolder(folder);
  try {
    if (owner !== undefined) lock.describe(owner);
    const database = new Database(join(folder, 'greenroom.sqlite'));
    try {
      return database.attempt('open', () => {
        configure(database, sync);
        migrate(database);
        return new SqliteLog(database, lock);
      });
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** In WAL mode, NORMAL syncs the disk with each checkpoint, FULL with each commit. */
export function configure(database: Database, sync: SqliteLogOptions['sync']): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${sync === 'full' ? 'FULL' : 'NORMAL'}`);
}

/**
 * The event log in a SQLite file. Its methods are asynchronous for the sake of the contract only: each is done
 * when it returns its promise, so that the order of calls is the order of commits.
 */
export class SqliteLog implements EventLog {
  /** Random, made with the database, and the same ever after: it tells this installation's processes from others. */
  readonly installationId: string;
  readonly #database: Database;
  readonly #lock: FolderLock;
  readonly #sessions: SessionTable;
  readonly #writer: BatchWriter;
  readonly #reader: BatchReader;

  constructor(database: Database, lock: FolderLock) {
    this.#database = database;
    this.#lock = lock;
    this.#sessions = new SessionTable(database);
    this.#writer = new BatchWriter(database, this.#sessions);
    this.#reader = new BatchReader(database);
    this.installationId = String(database.query('SELECT id FROM installation').get([])?.[0]);
  }

  /** What a second daemon on the same folder is told about this one, such as its URL. */
  describe(owner: string): void {
    this.#lock.describe(owner);
  }

  async create(record: SessionRecord): Promise<void> {
    this.#database.attempt('create a session in', () => this.#sessions.insert(record));
  }

  async append(writes: readonly Write[]): Promise<void> {
    this.#database.attempt('append to', () => this.#writer.append(writes));
  }

  async read(sessionId: string, after: number, limit: ReadLimit = {}): Promise<Batch[]> {
    return this.#database.attempt('read', () => {
      const head = this.#sessions.head(sessionId);
      // Most reads of a reader that is up to date end here, without a query.
      if (!head || head.last <= after) return [];
      return this.#reader.read(sessionId, head.key, after, limit);
    });
  }

  async tail(sessionId: string): Promise<number> {
    return this.#database.attempt('read', () => this.#sessions.head(sessionId)?.last ?? 0);
  }

  async session(sessionId: string): Promise<SessionRecord | null> {
    return this.#database.attempt('read', () => this.#sessions.find(sessionId));
  }

  async sessions(): Promise<SessionRecord[]> {
    return this.#database.attempt('read', () => this.#sessions.list());
  }

  async delete(sessionId: string): Promise<void> {
    this.#database.attempt('delete from', () => this.#sessions.delete(sessionId));
  }

  /** Folds the write-ahead log into the database and gives the folder free. A second call does nothing. */
  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    try {
      this.#database.attempt('close', () => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    } finally {
      this.#database.close();
      this.#lock.release();
    }
  }
}
