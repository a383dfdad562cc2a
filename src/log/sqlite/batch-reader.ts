import type { ReadLimit } from '../log.js';
import type { Database, Query, Row } from './database.js';
import { cutRow, type EncodedBatch } from './encoded.js';

/** With a limit in characters, rows are fetched in pages whose size is estimated from the rows before. */
const FIRST_GUESS = 8;
const HIGHEST_GUESS = 256;

/**
 * The batches of session ?1 that have an event from ?2 to ?3, at most ?4 of them. One index seek finds the batch that
 * contains ?2, and the rest follows from there: a reader that is nearly up to date pays only for new events, however
 * long the session is.
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

export class BatchReader {
  readonly #database: Database;
  readonly #queries = new Map<string, Query>();

  constructor(database: Database) {
    this.#database = database;
  }

  read(sessionId: string, key: number, after: number, limit: ReadLimit): EncodedBatch[] {
    const from = Math.max(after, 0) + 1;
    // Sequences have no gaps, so a number of events is a sequence to stop at.
    const to = Math.min(from - 1 + (limit.events ?? Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER);
    if (to < from) return [];

    const query = this.#query(limit.raw ?? false, limit.states ?? false);
    const maxChars = limit.chars ?? Number.POSITIVE_INFINITY;
    const batches: EncodedBatch[] = [];
    let chars = 0;
    let next = from;
    let rows = limit.chars === undefined ? -1 : FIRST_GUESS;
    for (;;) {
      const found = query.all([key, next, to, rows]);
      for (const each of found) {
        const cut = cutRow(sessionId, toEncoded(each), { from, to });
        batches.push(cut.row);
        chars += cut.chars;
        if (chars >= maxChars) return batches;
        next = cut.row.last + 1;
      }
      // The last batch may extend beyond the requested range and must not be found again.
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

function toEncoded([first, last, events, states, raws]: Row): EncodedBatch {
  return {
    first: Number(first),
    last: Number(last),
    events: String(events),
    states: states == null ? null : String(states),
    raws: raws == null ? null : String(raws),
  };
}
