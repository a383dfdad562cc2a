import { LogError, SequenceError, UnknownSessionError } from '../errors.js';
import type { Command, Database } from './database.js';
import type { EncodedAppend, EncodedBatch } from './encoded.js';
import type { Head } from './session-table.js';
import type { Tables } from './tables.js';

/** Stores the appends of one tick in one transaction, since the transaction is most of their cost. */
export class BatchWriter {
  readonly #database: Database;
  readonly #tables: Tables;
  readonly #insertBatch: Command;
  readonly #insertRaws: Command;

  constructor(database: Database, tables: Tables) {
    this.#database = database;
    this.#tables = tables;
    this.#insertBatch = database.command(
      'INSERT INTO batches (session, first, last, states, events) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertRaws = database.command('INSERT INTO raws (session, first, payloads) VALUES (?, ?, ?)');
  }

  /** Returns one error per append, null for those that were stored: an append that fails does not affect the others. */
  commit(appends: readonly EncodedAppend[]): unknown[] {
    const errors: unknown[] = appends.map(() => null);
    // The heads are only published after the commit, which may fail.
    const heads = new Map<string, Head>();
    const accepted = appends.filter((append, index) => {
      try {
        heads.set(append.sessionId, this.#check(append, heads));
        return true;
      } catch (error) {
        errors[index] = this.#database.explain(error, 'append to');
        return false;
      }
    });
    if (accepted.length === 0) return errors;
    try {
      this.#database.attempt('append to', () =>
        this.#database.transaction(() => {
          for (const append of accepted) this.#write(append, heads.get(append.sessionId)!.key);
        }),
      );
    } catch (error) {
      // Retried in separate transactions to find the one that SQLite refuses.
      if (appends.length > 1) return appends.flatMap((append) => this.commit([append]));
      return [error];
    }
    for (const [sessionId, head] of heads) this.#tables.sessions.moveHead(sessionId, head);
    return errors;
  }

  /** The session's head after this append. */
  #check({ sessionId, after, batch, problem }: EncodedAppend, heads: ReadonlyMap<string, Head>): Head {
    const head = heads.get(sessionId) ?? this.#tables.sessions.head(sessionId);
    if (!head) throw new UnknownSessionError(sessionId);
    if (head.last !== after) throw new SequenceError(sessionId, after, head.last);
    if (problem !== null) throw new LogError(problem);
    return batch ? { key: head.key, last: batch.last } : head;
  }

  #write(append: EncodedAppend, session: number): void {
    const { after, batch, queueChanges, checkpoint, names, receipts, longValues, record } = append;
    const { queues, checkpoints, sessions } = this.#tables;
    if (batch) this.#insert(batch, session);
    if (queueChanges) queues.write(session, queueChanges);
    if (checkpoint) checkpoints.write(session, checkpoint);
    if (names) this.#tables.names.write(session, batch?.last ?? after, names);
    if (receipts) this.#tables.receipts.write(session, receipts);
    if (longValues) this.#tables.longValues.write(session, longValues);
    sessions.update(session, { ...record, lastSequence: batch?.last });
  }

  #insert({ first, last, events, states, raws }: EncodedBatch, session: number): void {
    this.#insertBatch.run([session, first, last, states, events]);
    if (raws !== null) this.#insertRaws.run([session, first, raws]);
  }
}
