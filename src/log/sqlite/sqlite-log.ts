import { join } from 'node:path';
import { charsOf } from '../batch.js';
import type { DocumentStore } from '../documents.js';
import { LogError } from '../errors.js';
import { Followers } from '../followers.js';
import type { Journal } from '../journal.js';
import type {
  Batch,
  Checkpoint,
  ConfigUpgrade,
  DaemonLog,
  Follower,
  LogOptions,
  LogSize,
  NamesLimit,
  NewSession,
  QueueRow,
  ReadLimit,
  Receipt,
  SessionRecord,
  StartedLog,
  Unfollow,
  Write,
} from '../log.js';
import { sqliteDocuments } from './documents.js';
import { decodeBatch, encodeAppend } from './encoded.js';
import { type FolderLock, lockFolder } from './folder-lock.js';
import { sqliteJournal } from './journal.js';
import type { Store, StoreSummary } from './store.js';
import type { StoreCall, StoreMethod, StoreThread } from './store-thread.js';
import { decodeError } from './thread-error.js';
import { WorkerThread } from './worker-thread.js';

/** The most that is read at a time: appends of others wait meanwhile. */
const SLICE_CHARS = 1024 * 1024;

/** There is none when Greenroom runs from its sources. */
const WORKER = import.meta.url.endsWith('.js') ? new URL('./worker.js', import.meta.url) : null;

/**
 * Opens the log of a data folder, created if it is missing. The folder is locked by this process until the log is
 * closed; throws a DataFolderInUseError if another process has locked it. `worker` is the program of the log's thread;
 * without one, it works on the calling thread.
 */
export function openSqliteLog(options: LogOptions, worker: URL | null = WORKER): Promise<SqliteLog> {
  return openOn(options, worker && new WorkerThread(worker));
}

/** Starts the thread of a log, while it is not known yet which one. */
export function startSqliteLog(worker: URL | null = WORKER): StartedLog {
  const thread = worker && new WorkerThread(worker);
  return {
    open: (options) => openOn(options, thread),
    discard: async () => thread?.discard(),
  };
}

async function openOn(options: LogOptions, started: WorkerThread | null): Promise<SqliteLog> {
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(options.dataFolder);
    started?.open(options);
    const thread = started ?? (await sameThread(options));
    const path = join(options.dataFolder, 'greenroom.sqlite');
    return new SqliteLog({ path, lock, thread, summary: await thread.call('summary') });
  } catch (error) {
    lock?.release();
    // Without a lock, its thread was not told to open anything, and would wait for ever.
    if (!lock) await started?.discard();
    throw error;
  }
}

async function sameThread(options: LogOptions): Promise<StoreThread> {
  const { SameThread } = await import('./store-thread.js');
  return new SameThread(options);
}

interface SqliteLogParts {
  path: string;
  lock: FolderLock;
  thread: StoreThread;
  summary: StoreSummary;
}

interface Waiting {
  sessionId: string;
  after: number;
  write: Write;
  resolve(): void;
  reject(error: unknown): void;
}

/** The event log in a SQLite file. Appends made in the same tick share a transaction. */
export class SqliteLog implements DaemonLog {
  readonly installationId: string;
  readonly configUpgrade: ConfigUpgrade | null;
  readonly documents: DocumentStore;
  readonly journal: Journal;
  readonly #path: string;
  readonly #lock: FolderLock;
  readonly #thread: StoreThread;
  readonly #followers: Followers;
  /** The last sequence of each session that is known to be stored. */
  readonly #tails: Map<string, number>;
  #waiting: Waiting[] = [];
  #committing = 0;
  #isOpen = true;

  constructor({ path, lock, thread, summary }: SqliteLogParts) {
    this.#path = path;
    this.#lock = lock;
    this.#thread = thread;
    this.#tails = new Map(summary.heads);
    this.#followers = new Followers(this, (sessionId) => this.#tails.get(sessionId) ?? 0);
    this.installationId = summary.installationId;
    this.configUpgrade = summary.isClean
      ? null
      : { rewrite: (configs) => this.#call('rewrite the configs of', 'rewriteConfigs', configs) };
    const call: StoreCall = (what, method, ...args) => this.#call(what, method, ...args);
    this.documents = sqliteDocuments(call);
    this.journal = sqliteJournal(call);
  }

  describe(owner: string): void {
    this.#lock.describe(owner);
  }

  async create(session: NewSession): Promise<void> {
    await this.#call('create a session in', 'create', session);
    this.#tails.set(session.sessionId, 0);
  }

  append(sessionId: string, after: number, write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#requireOpen('append to');
      this.#waiting.push({ sessionId, after, write, resolve, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#flush());
    });
  }

  async read(sessionId: string, after: number, limit: ReadLimit = {}): Promise<Batch[]> {
    const { events = Number.POSITIVE_INFINITY, chars = Number.POSITIVE_INFINITY, ...parts } = limit;
    const batches: Batch[] = [];
    let cursor = Math.max(after, 0);
    let left = chars;
    const to = cursor + events;
    this.#requireOpen('read');
    while (cursor < to && !this.#hasAll(sessionId, cursor)) {
      const slice = { ...parts, events: to - cursor, chars: Math.min(left, SLICE_CHARS) };
      const rows = await this.#call('read', 'read', sessionId, cursor, slice);
      for (const row of rows) {
        const batch = decodeBatch(sessionId, row);
        batches.push(batch);
        left -= charsOf(batch);
        cursor = batch.last;
      }
      if (rows.length === 0 || left <= 0) break;
    }
    return batches;
  }

  follow(sessionId: string, after: number, follower: Follower): Unfollow {
    this.#requireOpen('follow');
    this.#flush();
    return this.#followers.follow(sessionId, after, follower);
  }

  tail(sessionId: string): Promise<number> {
    return this.#call('read', 'tail', sessionId);
  }

  session(sessionId: string): Promise<SessionRecord | null> {
    return this.#call('read', 'session', sessionId);
  }

  sessions(): Promise<SessionRecord[]> {
    return this.#call('read', 'sessions');
  }

  checkpoint(sessionId: string, atOrBefore = Number.POSITIVE_INFINITY): Promise<Checkpoint | null> {
    return this.#call('read', 'checkpoint', sessionId, atOrBefore);
  }

  queue(sessionId: string): Promise<QueueRow[]> {
    return this.#call('read', 'queue', sessionId);
  }

  names(sessionId: string, limit: NamesLimit = {}): Promise<string[]> {
    return this.#call('read', 'names', sessionId, limit);
  }

  receipt(sessionId: string, messageId: string): Promise<Receipt | null> {
    return this.#call('read', 'receipt', sessionId, messageId);
  }

  longValue(sessionId: string, valueId: string, part: number): Promise<string | null> {
    return this.#call('read', 'longValue', sessionId, valueId, part);
  }

  async delete(sessionId: string): Promise<void> {
    await this.#call('delete from', 'delete', sessionId);
    this.#tails.delete(sessionId);
    this.#followers.deleted(sessionId);
  }

  size(): Promise<LogSize> {
    return this.#call('read', 'size');
  }

  /** Checkpoints the write-ahead log and releases the folder. A second call does nothing. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    const closed = this.#call('close', 'close');
    this.#isOpen = false;
    try {
      await closed;
    } finally {
      this.#lock.release();
    }
  }

  /** Whether a reader has all events, which most up-to-date readers ask: they need no query. */
  #hasAll(sessionId: string, cursor: number): boolean {
    return (
      this.#committing === 0 && this.#waiting.length === 0 && (this.#tails.get(sessionId) ?? 0) <= cursor
    );
  }

  async #call<K extends StoreMethod>(
    what: string,
    method: K,
    ...args: Parameters<Store[K]>
  ): Promise<ReturnType<Store[K]>> {
    this.#requireOpen(what);
    this.#flush();
    return this.#thread.call(method, ...args);
  }

  #requireOpen(what: string): void {
    if (!this.#isOpen) throw new LogError(`cannot ${what} ${this.#path}: it is closed`);
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    void this.#commit(waiting);
  }

  async #commit(waiting: readonly Waiting[]): Promise<void> {
    this.#committing++;
    const appends = waiting.map(({ sessionId, after, write }) => encodeAppend(sessionId, after, write));
    let errors: unknown[];
    try {
      const encoded = await this.#thread.call('commit', appends);
      errors = encoded.map((error) => error && decodeError(error));
    } catch (error) {
      errors = waiting.map(() => error);
    }
    this.#committing--;
    for (const [index, { sessionId, write, resolve, reject }] of waiting.entries()) {
      const error = errors[index];
      if (error === null) {
        if (write.batch) this.#tails.set(sessionId, write.batch.last);
        this.#followers.appended(sessionId, write);
        resolve();
      } else reject(error);
    }
  }
}
