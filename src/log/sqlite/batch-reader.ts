import type { Batch, ReadLimit, StateChange } from '../log.js';
import type { Database, Query, Row } from './database.js';
import { decodeRaws, decodeStates } from './lines.js';
import { LogError } from './log-error.js';

/** With a limit in characters, rows are fetched some at a time; how many is guessed from those before. */
const FIRST_GUESS = 8;
const HIGHEST_GUESS = 256;

/**
 * The batches of session ?1 that have an event from ?2 to ?3, at most ?4 of them. The batch that ?2 falls into is
 * found by one seek in the index, and the rest follows from there: however long a session is, a reader who is
 * nearly up to date pays only for what is new.
 */
export function selectBatches(raw: boolean, states: boolean): string {
  return `
    SELECT batches.first, last, events, ${states ? 'states' : 'NULL'}, ${raw ? 'payloads' : 'NULL'} FROM batches
    ${raw ? 'LEFT JOIN raws ON raws.session = batches.session AND raws.first = batches.first' : ''}
    WHERE batches.session = ?1
      AND batches.first >= coalesce((SELECT max(first) FROM batches WHERE session = ?1 AND first <= ?2), 0)
      AND batches.first <= ?3
      AND last >= ?2
    ORDER BY batches.first LIMIT ?4`;
}

/** Which events are asked for, both ends included. */
interface Range {
  from: number;
  to: number;
}

export class BatchReader {
  readonly #database: Database;
  readonly #queries = new Map<string, Query>();

  constructor(database: Database) {
    this.#database = database;
  }

  read(sessionId: string, key: number, after: number, limit: ReadLimit): Batch[] {
    const from = Math.max(after, 0) + 1;
    // Sequences have no gaps, so a number of events is a sequence to stop at.
    const to = Math.min(from - 1 + (limit.events ?? Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER);
    if (to < from) return [];

    const query = this.#query(limit.raw ?? false, limit.states ?? false);
    const maxChars = limit.chars ?? Number.POSITIVE_INFINITY;
    const batches: Batch[] = [];
    let chars = 0;
    let next = from;
    let rows = limit.chars === undefined ? -1 : FIRST_GUESS;
    for (;;) {
      const found = query.all([key, next, to, rows]);
      for (const row of found) {
        const batch = toBatch(row, sessionId, { from, to });
        batches.push(batch);
        chars += length(batch);
        if (chars >= maxChars) return batches;
        next = batch.last + 1;
      }
      // The last batch may go on beyond what was asked for: it must not be found again.
      if (rows === -1 || found.length < rows || next > to) return batches;
      const mean = Math.max(chars / batches.length, 1);
      rows = Math.min(Math.ceil((maxChars - chars) / mean), HIGHEST_GUESS);
    }
  }

  #query(raw: boolean, states: boolean): Query {
    const sql = selectBatches(raw, states);
    let query = this.#queries.get(sql);
    if (!query) {
      query = this.#database.query(sql);
      this.#queries.set(sql, query);
    }
    return query;
  }
}

function toBatch(row: Row, sessionId: string, range: Range): Batch {
  const first = Number(row[0]);
  const last = Number(row[1]);
  const events = String(row[2]).split('\n');
  const states = row[3] === null ? [] : decodeStates(String(row[3]));
  const raws = row[4] === null ? new Array<null>(events.length).fill(null) : decodeRaws(String(row[4]));
  if (events.length !== last - first + 1 || raws.length !== events.length) {
    throw new LogError(`the batch from ${first} of session ${sessionId} is damaged`);
  }
  return cut({ sessionId, first, last, events, raws, states }, range);
}

/** A state stays with the event it came after, so that two reads that meet give each change once. */
function cut(batch: Batch, { from, to }: Range): Batch {
  if (batch.first >= from && batch.last <= to) return batch;
  const first = Math.max(batch.first, from);
  const last = Math.min(batch.last, to);
  const within = ({ sequence }: StateChange) =>
    (sequence >= first || first === batch.first) && (sequence <= last || last === batch.last);
  return {
    sessionId: batch.sessionId,
    first,
    last,
    events: batch.events.slice(first - batch.first, last - batch.first + 1),
    raws: batch.raws.slice(first - batch.first, last - batch.first + 1),
    states: batch.states.filter(within),
  };
}

/** What it takes to hold the batch: a payload that several events share is there once. */
function length({ events, raws }: Batch): number {
  let sum = 0;
  for (const event of events) sum += event.length;
  let before: string | null = null;
  for (const raw of raws) {
    if (raw !== null && raw !== before) sum += raw.length;
    before = raw;
  }
  return sum;
}
