import { checkWrite } from '../batch.js';
import { SequenceError, UnknownSessionError } from '../errors.js';
import type { Batch, Write } from '../log.js';
import type { CheckpointTable } from './checkpoint-table.js';
import type { Command, Database } from './database.js';
import { encodeRaws, encodeStates } from './lines.js';
import type { Head, SessionTable } from './session-table.js';

export interface Append {
  sessionId: string;
  /** The writer's idea of the session's last sequence. */
  after: number;
  write: Write;
}

/** Stores the appends of one tick in one transaction, since the transaction is most of their cost. */
export class BatchWriter {
  readonly #database: Database;
  readonly #sessions: SessionTable;
  readonly #checkpoints: CheckpointTable;
  readonly #insertBatch: Command;
  readonly #insertRaws: Command;

  constructor(database: Database, sessions: SessionTable, checkpoints: CheckpointTable) {
    this.#database = database;
    this.#sessions = sessions;
    this.#checkpoints = checkpoints;
    this.#insertBatch = database.command(
      'INSERT INTO batches (session, first, last, states, events) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertRaws = database.command('INSERT INTO raws (session, first, payloads) VALUES (?, ?, ?)');
  }

  /** Returns one error per append, null for those that were stored: an append that fails does not affect the others. */
  commit(appends: readonly Append[]): unknown[] {
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
    for (const [sessionId, head] of heads) this.#sessions.moveHead(sessionId, head);
    return errors;
  }

  /** The session's head after this append. */
  #check({ sessionId, after, write }: Append, heads: ReadonlyMap<string, Head>): Head {
    const head = heads.get(sessionId) ?? this.#sessions.head(sessionId);
    if (!head) throw new UnknownSessionError(sessionId);
    if (head.last !== after) throw new SequenceError(sessionId, after, head.last);
    checkWrite(write, sessionId, after);
    return write.batch ? { key: head.key, last: write.batch.last } : head;
  }

  #write({ write: { batch, record, checkpoint } }: Append, key: number): void {
    if (batch) this.#insert(batch, key);
    if (checkpoint) this.#checkpoints.write(key, checkpoint);
    this.#sessions.update(key, { ...record, lastSequence: batch?.last });
  }

  #insert({ first, last, events, raws, states }: Batch, key: number): void {
    this.#insertBatch.run([key, first, last, encodeStates(states), events.join('\n')]);
    const payloads = encodeRaws(raws);
    if (payloads !== null) this.#insertRaws.run([key, first, payloads]);
  }
}
