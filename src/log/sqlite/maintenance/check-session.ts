import type { Database, Query, Row } from '../database.js';
import type { OnProgress } from './tasks.js';

/** The most problems that are reported of one session. */
const MOST = 10;
/** How many batches are read at a time; each may have megabytes. */
const PAGE = 16;

export interface SessionHead {
  sessionId: string;
  key: number;
  /** The sequence that its last event should have. */
  last: number;
}

export interface CheckedSession {
  events: number;
  /** Paths of the attachments of its queued messages. */
  queuedFiles: string[];
  problems: string[];
}

interface SessionCheckOptions {
  agents: readonly string[];
  onProgress: OnProgress;
}

/** Checks one session after the other. Whatever cannot be read is a problem of its session. */
export class SessionCheck {
  readonly #agents: readonly string[];
  readonly #onProgress: OnProgress;
  readonly #info: Query;
  readonly #batches: Query;
  readonly #checkpoint: Query | null;
  readonly #queue: Query | null;
  readonly #names: Query | null;
  #chars = 0;
  #found: CheckedSession = { events: 0, queuedFiles: [], problems: [] };

  constructor(database: Database, { agents, onProgress }: SessionCheckOptions) {
    this.#agents = agents;
    this.#onProgress = onProgress;
    const tables = database.query(`SELECT name FROM sqlite_master WHERE type = 'table'`).all([]).flat();
    // Earlier versions did not have all tables.
    const queryOf = (table: string, sql: string) => (tables.includes(table) ? database.query(sql) : null);
    this.#info = database.query('SELECT config, info FROM session_infos WHERE session = ?');
    this.#batches = database.query(`
      SELECT first, last, events FROM batches WHERE session = ? AND first > ? ORDER BY first LIMIT ${PAGE}`);
    this.#checkpoint = queryOf(
      'checkpoints',
      'SELECT sequence, snapshot FROM checkpoints WHERE session = ? ORDER BY sequence DESC LIMIT 1',
    );
    this.#queue = queryOf(
      'queue_entries',
      `SELECT message_id, content FROM queue_entries LEFT JOIN queue_contents USING (session, message_id)
       WHERE session = ?`,
    );
    this.#names = queryOf('names', 'SELECT entries FROM names WHERE session = ?');
  }

  run(session: SessionHead): CheckedSession {
    this.#found = { events: 0, queuedFiles: [], problems: [] };
    this.#guard('its config and info', () => this.#checkInfo(session));
    this.#guard('its events', () => this.#checkEvents(session));
    this.#guard('its newest checkpoint', () => this.#checkCheckpoint(session));
    this.#guard('its queue', () => this.#checkQueue(session));
    this.#guard('its names', () => this.#checkNames(session));
    const { problems } = this.#found;
    const more = problems.length - MOST;
    if (more > 0) problems.splice(MOST, more, `and ${more} more problems`);
    return this.#found;
  }

  #checkInfo({ sessionId, key }: SessionHead): void {
    const row = this.#info.get([key]);
    if (!row) return this.#report('it has neither config nor info');
    const [config, info] = row.map((text) => parsed(String(text)));
    if (!isObject(config)) this.#report('its config is not readable');
    else if (!this.#agents.includes(String(config.agent)))
      this.#report(`its agent ${String(config.agent)} is unknown`);
    if (!isObject(info)) this.#report('its info is not readable');
    else if (info.sessionId !== sessionId) this.#report('its info is not of this session');
  }

  #checkEvents({ key, last }: SessionHead): void {
    let expected = 1;
    for (let rows = this.#batchesAfter(key, 0); rows.length > 0; ) {
      for (const row of rows) expected = this.#checkBatch(row, expected);
      this.#onProgress(this.#chars);
      rows = this.#batchesAfter(key, Number(rows.at(-1)![0]));
    }
    if (expected <= last) this.#report(`events ${expected} to ${last} are missing`);
    if (expected > last + 1) this.#report(`it has events up to ${expected - 1}, but should end at ${last}`);
  }

  #batchesAfter(key: number, first: number): Row[] {
    return this.#batches.all([key, first]);
  }

  /** Returns the sequence that has to follow. */
  #checkBatch([first, last, text]: Row, expected: number): number {
    const [from, to, lines] = [Number(first), Number(last), String(text)];
    this.#chars += lines.length;
    if (from > expected) this.#report(`events ${expected} to ${from - 1} are missing`);
    if (from < expected) this.#report(`events ${from} to ${Math.min(to, expected - 1)} are there twice`);
    const events = lines.split('\n');
    if (events.length !== to - from + 1)
      this.#report(`the batch ${from} to ${to} has ${events.length} events`);
    else {
      const wrong = events.findIndex((event, index) => !hasSequence(event, from + index));
      if (wrong >= 0) this.#report(`event ${from + wrong} is not readable`);
      else this.#found.events += events.length;
    }
    return Math.max(to + 1, expected);
  }

  #checkCheckpoint({ key, last }: SessionHead): void {
    const [sequence, snapshot] = this.#checkpoint?.get([key]) ?? [];
    if (sequence == null) return;
    if (Number(sequence) > last)
      this.#report(`its newest checkpoint is at ${sequence}, after its last event`);
    if (!isObject(parsed(String(snapshot)))) this.#report('its newest checkpoint is not readable');
  }

  #checkQueue({ key }: SessionHead): void {
    for (const [messageId, content] of this.#queue?.all([key]) ?? []) {
      const message = content == null ? null : parsed(String(content));
      if (isObject(message)) this.#found.queuedFiles.push(...filesOf(message));
      else this.#report(`the queued message ${messageId} is not readable`);
    }
  }

  #checkNames({ key }: SessionHead): void {
    const isBroken = ([text]: Row) => !isObject(parsed(String(text)));
    if (this.#names?.all([key]).some(isBroken)) this.#report('its names are not readable');
  }

  #report(problem: string): void {
    this.#found.problems.push(problem);
  }

  #guard(what: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#report(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function hasSequence(text: string, sequence: number): boolean {
  const event = parsed(text);
  return isObject(event) && event.sequence === sequence;
}

function filesOf({ attachments }: Record<string, unknown>): string[] {
  const paths = Array.isArray(attachments) ? attachments.map((each) => isObject(each) && each.path) : [];
  return paths.filter((path) => typeof path === 'string');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
