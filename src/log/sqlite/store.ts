import { join } from 'node:path';
import type { ExpectedRevision, StoredDocument } from '../documents.js';
import { StorageUnavailableError } from '../errors.js';
import type { JournalEntry, JournalPage, JournalRetention, NewEntry } from '../journal.js';
import type {
  Checkpoint,
  ConfigRewrite,
  LogOptions,
  LogSize,
  NamesLimit,
  NewSession,
  QueueRow,
  ReadLimit,
  Receipt,
  SessionRecord,
} from '../log.js';
import { BatchReader } from './batch-reader.js';
import { BatchWriter } from './batch-writer.js';
import { isClean, rewriteConfigs } from './config-rewrites.js';
import { Database } from './database.js';
import type { EncodedAppend, EncodedBatch } from './encoded.js';
import { installationId, rememberInstallation, requireKnownLog } from './installation.js';
import { migrate } from './migrations.js';
import { Purge } from './purge.js';
import { Reserve } from './reserve.js';
import { prepareTables, type Tables } from './tables.js';
import { type EncodedError, encodeError } from './thread-error.js';

/** Read once, before the log is used. */
export interface StoreSummary {
  installationId: string;
  heads: [sessionId: string, last: number][];
  /** Whether no config can have secrets of an earlier version. */
  isClean: boolean;
}

/** Where another thread writes the write-ahead log back, a commit does it only if that falls behind by 64 MiB. */
const PAGES_BEHIND = 16 * 1024;

/** In WAL mode, NORMAL syncs to disk on each checkpoint, FULL on each commit. */
export function configure(database: Database, sync: LogOptions['sync']): void {
  // Only takes effect in a file that is still empty.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${sync === 'full' ? 'FULL' : 'NORMAL'}`);
}

function openDatabase({ dataFolder, sync }: LogOptions): Database {
  const path = join(dataFolder, 'greenroom.sqlite');
  requireKnownLog(dataFolder, path);
  const database = new Database(path);
  try {
    database.attempt('open', () => {
      configure(database, sync);
      migrate(database);
      // Reads the schema, which may be damaged.
      prepareTables(database);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The SQLite file of a log. Everything is synchronous: it runs on a thread of its own, see `StoreThread`. */
export class Store {
  readonly #database: Database;
  readonly #tables: Tables;
  readonly #writer: BatchWriter;
  readonly #reader: BatchReader;
  readonly #purge: Purge;
  readonly #reserve: Reserve;
  readonly #dataFolder: string;
  #hasPurged = false;

  constructor(options: LogOptions, { isWrittenBack = false } = {}) {
    const { dataFolder } = options;
    this.#reserve = new Reserve(dataFolder);
    this.#database = this.#withReserve(() => openDatabase(options));
    if (isWrittenBack) this.#database.exec(`PRAGMA wal_autocheckpoint = ${PAGES_BEHIND}`);
    this.#tables = prepareTables(this.#database);
    this.#writer = new BatchWriter(this.#database, this.#tables);
    this.#reader = new BatchReader(this.#database);
    this.#purge = new Purge(this.#database);
    this.#dataFolder = dataFolder;
    rememberInstallation(dataFolder);
    this.#reserve.hold();
  }

  summary(): StoreSummary {
    return this.#attempt('open', () => ({
      installationId: installationId(this.#database, this.#dataFolder),
      heads: this.#tables.sessions.heads(),
      isClean: isClean(this.#database),
    }));
  }

  create(session: NewSession): void {
    this.#attempt('create a session in', () => this.#tables.sessions.insert(session));
  }

  /** Stores all in one transaction. Returns an error for each that was refused. */
  commit(appends: readonly EncodedAppend[]): (EncodedError | null)[] {
    return this.#writer.commit(appends).map((error) => (error === null ? null : encodeError(error)));
  }

  read(sessionId: string, after: number, limit: ReadLimit): EncodedBatch[] {
    return this.#of(sessionId, (key) => this.#reader.read(sessionId, key, after, limit), []);
  }

  tail(sessionId: string): number {
    return this.#attempt('read', () => this.#tables.sessions.head(sessionId)?.last ?? 0);
  }

  session(sessionId: string): SessionRecord | null {
    return this.#attempt('read', () => this.#tables.sessions.find(sessionId));
  }

  sessions(): SessionRecord[] {
    return this.#attempt('read', () => {
      try {
        return this.#tables.sessions.list();
      } catch {
        return this.#tables.sessions.listReadable();
      }
    });
  }

  checkpoint(sessionId: string, atOrBefore: number): Checkpoint | null {
    return this.#of(sessionId, (key) => this.#tables.checkpoints.find(key, atOrBefore), null);
  }

  queue(sessionId: string): QueueRow[] {
    return this.#of(sessionId, (key) => this.#tables.queues.read(key), []);
  }

  names(sessionId: string, limit: NamesLimit): string[] {
    return this.#of(sessionId, (key) => this.#tables.names.read(key, limit), []);
  }

  receipt(sessionId: string, messageId: string): Receipt | null {
    return this.#of(sessionId, (key) => this.#tables.receipts.find(key, messageId), null);
  }

  longValue(sessionId: string, valueId: string, part: number): string | null {
    return this.#of(sessionId, (key) => this.#tables.longValues.find(key, valueId, part), null);
  }

  document(kind: string, id: string): StoredDocument | null {
    return this.#attempt('read', () => this.#tables.documents.find(kind, id));
  }

  documents(kind: string): StoredDocument[] {
    return this.#attempt('read', () => this.#tables.documents.list(kind));
  }

  putDocument(kind: string, id: string, json: string, expected: ExpectedRevision): number {
    return this.#attempt('write to', () => this.#tables.documents.put(kind, id, json, expected));
  }

  /** Also on a full disk: it may be a token that has to go. */
  deleteDocument(kind: string, id: string, expected: ExpectedRevision): boolean {
    return this.#withReserve(() =>
      this.#attempt('write to', () => this.#tables.documents.delete(kind, id, expected)),
    );
  }

  record(entries: readonly NewEntry[]): void {
    this.#attempt('write to', () => this.#tables.journal.append(entries));
  }

  entries(page: JournalPage): JournalEntry[] {
    return this.#attempt('read', () => this.#tables.journal.read(page));
  }

  pruneJournal(retention: JournalRetention): void {
    this.#attempt('write to', () => this.#tables.journal.prune(retention));
  }

  rewriteConfigs(configs: readonly ConfigRewrite[]): void {
    this.#attempt('rewrite the configs of', () => rewriteConfigs(this.#database, configs));
  }

  delete(sessionId: string): void {
    this.#withReserve(() => this.#attempt('delete from', () => this.#tables.sessions.delete(sessionId)));
  }

  /** Free pages do not count: in files of earlier versions they are not returned, but used again. */
  size(): LogSize {
    return this.#attempt('read', () => {
      const pages = this.#database.number('page_count') - this.#database.number('freelist_count');
      return { bytes: pages * this.#database.number('page_size'), isShrinking: this.#purge.isDue };
    });
  }

  /** Removes a little of what was deleted. Returns whether there is more. */
  purge(): boolean {
    const isMore = this.#withReserve(() => this.#attempt('delete from', () => this.#purge.step()));
    if (isMore) this.#hasPurged = true;
    else if (this.#hasPurged) {
      this.#hasPurged = false;
      // The file shrinks when its write-ahead log is written back.
      this.#attempt('checkpoint', () => this.#checkpoint());
      this.#reserve.hold();
    }
    return isMore;
  }

  /** Writes the write-ahead log back to the file. A second call does nothing. */
  close(): void {
    if (!this.#database.isOpen) return;
    try {
      this.#attempt('close', () => this.#checkpoint());
    } finally {
      this.#database.close();
    }
  }

  /** On a full disk, makes room with the reserve and the write-ahead log, and tries again. */
  #withReserve<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#reserve.release();
      if (this.#database?.isOpen) this.#attempt('make room in', () => this.#checkpoint());
      return work();
    }
  }

  #checkpoint(): void {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #attempt<T>(what: string, work: () => T): T {
    return this.#database.attempt(what, work);
  }

  /** Reads from the tables of a session; `none` if it does not exist. */
  #of<T>(sessionId: string, find: (key: number) => T, none: T): T {
    return this.#attempt('read', () => {
      const head = this.#tables.sessions.head(sessionId);
      return head ? find(head.key) : none;
    });
  }
}
