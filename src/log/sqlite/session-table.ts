import { SessionExistsError } from '../errors.js';
import type { NewSession, RecordChanges, SessionRecord } from '../log.js';
import type { Command, Database, Query, Row } from './database.js';

/** A session's row id and last sequence, needed by every write. */
export interface Head {
  readonly key: number;
  readonly last: number;
}

/** `lastSequence` is counted by the log, not by its writers. */
type Changes = RecordChanges & { lastSequence?: number | undefined };

/**
 * The table of each column. Columns that change together share a row, and long texts are kept out of the row that every
 * batch rewrites.
 */
const TABLES: readonly {
  name: string;
  key: string;
  columns: readonly (readonly [keyof Changes, string])[];
}[] = [
  {
    name: 'sessions',
    key: 'key',
    columns: [
      ['updatedAt', 'updated_at'],
      ['lastSequence', 'last_sequence'],
      ['unsettled', 'unsettled'],
      ['ended', 'ended'],
    ],
  },
  {
    name: 'session_infos',
    key: 'session',
    columns: [
      ['config', 'config'],
      ['info', 'info'],
    ],
  },
];

const SELECT = `
  SELECT session_id, created_at, updated_at, last_sequence, unsettled, ended, config, info
  FROM sessions JOIN session_infos ON session = key`;

export class SessionTable {
  readonly #database: Database;
  readonly #head: Query;
  readonly #one: Query;
  readonly #all: Query;
  readonly #insert: Query;
  readonly #insertInfo: Command;
  readonly #allHeads: Query;
  readonly #allKeys: Query;
  readonly #markDeleted: Command;
  readonly #delete: Command;
  readonly #deleteInfo: Command;
  /** Prepared once per set of columns. */
  readonly #updates = new Map<string, Command>();
  /** The log is its own only writer, so the last committed heads can be cached. */
  readonly #heads = new Map<string, Head>();

  constructor(database: Database) {
    this.#database = database;
    this.#head = database.query('SELECT key, last_sequence FROM sessions WHERE session_id = ?');
    this.#one = database.query(`${SELECT} WHERE session_id = ?`);
    this.#all = database.query(`${SELECT} ORDER BY created_at, key`);
    // A key is never given twice while rows of a deleted session still have it.
    this.#insert = database.query(`
      INSERT INTO sessions (key, session_id, created_at, updated_at, last_sequence, unsettled, ended)
      VALUES (
        1 + max(coalesce((SELECT max(key) FROM sessions), 0), coalesce((SELECT max(key) FROM deleted_sessions), 0)),
        ?, ?, ?, 0, ?, ?
      ) RETURNING key`);
    this.#allKeys = database.query(`
      SELECT session_id, created_at, updated_at, last_sequence, unsettled, ended FROM sessions ORDER BY created_at, key`);
    this.#allHeads = database.query('SELECT session_id, last_sequence FROM sessions');
    this.#markDeleted = database.command('INSERT INTO deleted_sessions (key) VALUES (?)');
    this.#delete = database.command('DELETE FROM sessions WHERE key = ?');
    this.#deleteInfo = database.command('DELETE FROM session_infos WHERE session = ?');
    this.#insertInfo = database.command('INSERT INTO session_infos (session, config, info) VALUES (?, ?, ?)');
  }

  head(sessionId: string): Head | null {
    const known = this.#heads.get(sessionId);
    if (known) return known;
    const row = this.#head.get([sessionId]);
    if (!row) return null;
    const head = { key: Number(row[0]), last: Number(row[1]) };
    this.#heads.set(sessionId, head);
    return head;
  }

  /** Called after the commit only. */
  moveHead(sessionId: string, head: Head): void {
    this.#heads.set(sessionId, head);
  }

  insert(session: NewSession): void {
    const { sessionId, createdAt, updatedAt, unsettled, ended, config, info } = session;
    if (this.head(sessionId)) throw new SessionExistsError(sessionId);
    this.#database.transaction(() => {
      const row = this.#insert.get([sessionId, createdAt, updatedAt, Number(unsettled), Number(ended)])!;
      this.#insertInfo.run([row[0]!, config, info]);
    });
  }

  /** Updates the given columns, and only the tables that have any of them. Runs within the caller's transaction. */
  update(key: number, changes: Changes): void {
    for (const table of TABLES) {
      const given = table.columns.filter(([property]) => changes[property] !== undefined);
      if (given.length === 0) continue;
      const assignments = given.map(([, column]) => `${column} = ?`).join(', ');
      const sql = `UPDATE ${table.name} SET ${assignments} WHERE ${table.key} = ?`;
      let update = this.#updates.get(sql);
      if (!update) {
        update = this.#database.command(sql);
        this.#updates.set(sql, update);
      }
      update.run([...given.map(([property]) => bindable(changes[property])), key]);
    }
  }

  find(sessionId: string): SessionRecord | null {
    const row = this.#one.get([sessionId]);
    return row ? toRecord(row) : null;
  }

  list(): SessionRecord[] {
    return this.#all.all([]).map(toRecord);
  }

  /** The list, if a part of it cannot be read: sessions without a readable config and info have empty ones. */
  listReadable(): SessionRecord[] {
    return this.#allKeys.all([]).map((row) => {
      try {
        const found = this.find(String(row[0]));
        if (found) return found;
      } catch {}
      return toRecord([...row, '', '']);
    });
  }

  /** Its rows in the other tables are removed later, see `Purge`: there may be very many. */
  delete(sessionId: string): void {
    const head = this.head(sessionId);
    if (!head) return;
    this.#database.transaction(() => {
      this.#markDeleted.run([head.key]);
      this.#deleteInfo.run([head.key]);
      this.#delete.run([head.key]);
    });
    this.#heads.delete(sessionId);
  }

  heads(): [sessionId: string, last: number][] {
    return this.#allHeads.all([]).map(([sessionId, last]) => [String(sessionId), Number(last)]);
  }
}

function bindable(value: string | number | boolean | undefined): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

function toRecord(row: Row): SessionRecord {
  return {
    sessionId: String(row[0]),
    createdAt: Number(row[1]),
    updatedAt: Number(row[2]),
    lastSequence: Number(row[3]),
    unsettled: row[4] === 1,
    ended: row[5] === 1,
    config: String(row[6]),
    info: String(row[7]),
  };
}
