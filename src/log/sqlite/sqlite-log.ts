import { join } from 'node:path';
import { Followers } from '../followers.js';
import type {
  Batch,
  Checkpoint,
  DaemonLog,
  Follower,
  LogOptions,
  NewSession,
  ReadLimit,
  SessionRecord,
  Unfollow,
  Write,
} from '../log.js';
import { BatchReader } from './batch-reader.js';
import { type Append, BatchWriter } from './batch-writer.js';
import { CheckpointTable } from './checkpoint-table.js';
import { Database } from './database.js';
import { type FolderLock, lockFolder } from './folder-lock.js';
import { migrate } from './migrations.js';
import { SessionTable } from './session-table.js';

/**
 * Opens the log of a data folder, created if it is missing. The folder is locked by this process until the log is
 * closed; throws a DataFolderInUseError if another process has locked it.
 */
export async function openSqliteLog({ dataFolder, sync }: LogOptions): Promise<SqliteLog> {
  const lock = lockFolder(dataFolder);
  try {
    const database = new Database(join(dataFolder, 'greenroom.sqlite'));
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

/** In WAL mode, NORMAL syncs to disk on each checkpoint, FULL on each commit. */
export function configure(database: Database, sync: LogOptions['sync']): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${sync === 'full' ? 'FULL' : 'NORMAL'}`);
}

interface Waiting extends Append {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The event log in a SQLite file. Appends made in the same tick share a transaction; all other operations are
 * synchronous and follow the appends called before them.
 */
export class SqliteLog implements DaemonLog {
  readonly installationId: string;
  readonly #database: Database;
  readonly #lock: FolderLock;
  readonly #sessions: SessionTable;
  readonly #checkpoints: CheckpointTable;
  readonly #writer: BatchWriter;
  readonly #reader: BatchReader;
  readonly #followers: Followers;
  #waiting: Waiting[] = [];

  constructor(database: Database, lock: FolderLock) {
    this.#database = database;
    this.#lock = lock;
    this.#sessions = new SessionTable(database);
    this.#checkpoints = new CheckpointTable(database);
    this.#writer = new BatchWriter(database, this.#sessions, this.#checkpoints);
    this.#reader = new BatchReader(database);
    this.#followers = new Followers(this, (sessionId) => this.#last(sessionId));
    this.installationId = String(database.query('SELECT id FROM installation').get([])?.[0]);
  }

  describe(owner: string): void {
    this.#lock.describe(owner);
  }

  async create(session: NewSession): Promise<void> {
    this.#attempt('create a session in', () => this.#sessions.insert(session));
  }

  append(sessionId: string, after: number, write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#database.requireOpen('append to');
      this.#waiting.push({ sessionId, after, write, resolve, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#commit());
    });
  }

  async read(sessionId: string, after: number, limit: ReadLimit = {}): Promise<Batch[]> {
    return this.#attempt('read', () => {
      const head = this.#sessions.head(sessionId);
      // Most reads of an up-to-date reader end here, without a query.
      if (!head || head.last <= after) return [];
      return this.#reader.read(sessionId, head.key, after, limit);
    });
  }

  follow(sessionId: string, after: number, follower: Follower): Unfollow {
    return this.#attempt('follow', () => this.#followers.follow(sessionId, after, follower));
  }

  async tail(sessionId: string): Promise<number> {
    return this.#attempt('read', () => this.#last(sessionId));
  }

  async session(sessionId: string): Promise<SessionRecord | null> {
    return this.#attempt('read', () => this.#sessions.find(sessionId));
  }

  async sessions(): Promise<SessionRecord[]> {
    return this.#attempt('read', () => this.#sessions.list());
  }

  async checkpoint(sessionId: string, atOrBefore = Number.POSITIVE_INFINITY): Promise<Checkpoint | null> {
    return this.#attempt('read', () => {
      const head = this.#sessions.head(sessionId);
      return head && this.#checkpoints.find(head.key, atOrBefore);
    });
  }

  async delete(sessionId: string): Promise<void> {
    this.#attempt('delete from', () => this.#sessions.delete(sessionId));
    this.#followers.deleted(sessionId);
  }

  /** Checkpoints the write-ahead log and releases the folder. A second call does nothing. */
  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    try {
      this.#attempt('close', () => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    } finally {
      this.#database.close();
      this.#lock.release();
    }
  }

  #attempt<T>(what: string, work: () => T): T {
    this.#commit();
    return this.#database.attempt(what, work);
  }

  #last(sessionId: string): number {
    return this.#sessions.head(sessionId)?.last ?? 0;
  }

  #commit(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const errors = this.#writer.commit(waiting);
    for (let index = 0; index < waiting.length; index++) {
      const { sessionId, write, resolve, reject } = waiting[index]!;
      const error = errors[index];
      if (error === null) {
        this.#followers.appended(sessionId, write);
        resolve();
      } else reject(error);
    }
  }
}
