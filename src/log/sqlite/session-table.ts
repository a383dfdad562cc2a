import { SessionExistsError, type SessionRecord } from '../log.js';
import type { Command, Database, Query, Row } from './database.js';

/** What every write needs of a session: its row, and where its events end. */
export interface Head {
  readonly key: number;
  readonly last: number;
}

type Column = Exclude<keyof SessionRecord, 'sessionId'>;

/** Which column is where. What changes together shares a row; long texts stay out of the row of each batch. */
const TABLES: readonly { name: string; key: string; columns: readonly (readonly [Column, string])[] }[] = [
  {
    name: 'sessions',
    key: 'key',
    columns: [
      ['createdAt', 'created_at'],
      ['updatedAt', 'updated_at'],
      ['lastSequence', 'last_sequence'],
      ['unsettled', 'unsettled'],
      ['ended', 'ended'],
      ['snapshotSequence', 'snapshot_sequence'],
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
  { name: 'session_snapshots', key: 'session', columns: [['snapshot', 'snapshot']] },
];

const RECORD = `session_id, created_at, updated_at, last_sequence, unsettled, ended, snapshot_sequence, config, info`;

/** The records of sessions. */
export class SessionTable {
  readonly #database: Database;
  readonly #head: Query;
  readonly #one: Query;
  readonly #all: Query;
  readonly #insert: Query;
  readonly #insertInfo: Command;
  readonly #insertSnapshot: Command;
  /** Prepared once for each set of columns that somebody writes. */
  readonly #updates = new Map<string, Command>();
  /** Whoever has the log open is its only writer, so that what was committed last need not be asked again. */
  readonly #heads = new Map<string, Head>();

  constructor(database: Database) {
    this.#database = database;
    this.#head = database.query('SELECT key, last_sequence FROM sessions WHERE session_id = ?');
    this.#one = database.query(`
      SELECT ${RECORD}, snapshot FROM sessions
      JOIN session_infos ON session_infos.session = key
      JOIN session_snapshots ON session_snapshots.session = key
      WHERE session_id = ?`);
    this.#all = database.query(`
      SELECT ${RECORD}, NULL FROM sessions JOIN session_infos ON session = key ORDER BY created_at, key`);
    this.#insert = database.query(`
      INSERT INTO sessions (session_id, created_at, updated_at, last_sequence, unsettled, ended, snapshot_sequence)
      VALUES (?, ?, ?, 0, ?, ?, ?) RETURNING key`);
    this.#insertInfo = database.command('INSERT INTO session_infos (session, config, info) VALUES (?, ?, ?)');
    this.#insertSnapshot = database.command(
      'INSERT INTO session_snapshots (session, snapshot) VALUES (?, ?)',
    );
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

  /** Only once it is committed. */
  moveHead(sessionId: string, head: Head): void {
    this.#heads.set(sessionId, head);
  }

  insert(record: SessionRecord): void {
    const { sessionId, createdAt, updatedAt, unsettled, ended, config, info } = record;
    if (this.head(sessionId)) throw new SessionExistsError(sessionId);
    this.#database.transaction(() => {
      const flags = [unsettled ? 1 : 0, ended ? 1 : 0];
      const row = this.#insert.get([sessionId, createdAt, updatedAt, ...flags, record.snapshotSequence])!;
      const key = row[0]!;
      this.#insertInfo.run([key, config, info]);
      this.#insertSnapshot.run([key, record.snapshot]);
    });
  }

  /** Changes the given columns, and only the tables that have one of them. Within the caller's transaction. */
  update(key: number, changes: Partial<SessionRecord>): void {
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

  /** With all that belongs to it: its events and their native payloads too. */
  delete(sessionId: string): void {
    const head = this.head(sessionId);
    if (!head) return;
    this.#database.transaction(() => {
      for (const table of ['raws', 'batches', 'session_snapshots', 'session_infos']) {
        this.#database.exec(`DELETE FROM ${table} WHERE session = ${head.key}`);
      }
      this.#database.exec(`DELETE FROM sessions WHERE key = ${head.key}`);
    });
    this.#heads.delete(sessionId);
  }
}

function bindable(value: string | number | boolean | null | undefined): string | number | null {
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
    snapshotSequence: Number(row[6]),
    config: String(row[7]),
    info: String(row[8]),
    snapshot: row[9] === null ? null : String(row[9]),
  };
}
