import { type Batch, SequenceError, type Write } from '../log.js';
import type { Command, Database } from './database.js';
import { encodeRaws, encodeStates } from './lines.js';
import { LogError, UnknownSessionError } from './log-error.js';
import type { Head, SessionTable } from './session-table.js';

/** Puts the writes of a tick on disk. */
export class BatchWriter {
  readonly #database: Database;
  readonly #sessions: SessionTable;
  readonly #insertBatch: Command;
  readonly #insertRaws: Command;

  constructor(database: Database, sessions: SessionTable) {
    this.#database = database;
    this.#sessions = sessions;
    this.#insertBatch = database.command(
      'INSERT INTO batches (session, first, last, states, events) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertRaws = database.command('INSERT INTO raws (session, first, payloads) VALUES (?, ?, ?)');
  }

  append(writes: readonly Write[]): void {
    if (writes.length === 0) return;
    // Where sessions end is known to the rest of the log only after the commit: there may be none.
    const heads = new Map<string, Head>();
    this.#database.transaction(() => {
      for (const { batch, record } of writes) {
        const { sessionId } = record;
        const head = heads.get(sessionId) ?? this.#sessions.head(sessionId);
        if (!head) throw new UnknownSessionError(sessionId);
        if (batch) {
          check(batch, sessionId, head);
          this.#insert(batch, head.key);
          heads.set(sessionId, { key: head.key, last: batch.last });
        }
        // The log counts by itself; what the writer believes is not asked.
        this.#sessions.update(head.key, { ...record, lastSequence: batch?.last });
      }
    });
    for (const [sessionId, head] of heads) this.#sessions.moveHead(sessionId, head);
  }

  #insert({ first, last, events, raws, states }: Batch, key: number): void {
    this.#insertBatch.run([key, first, last, encodeStates(states), events.join('\n')]);
    const payloads = encodeRaws(raws);
    if (payloads !== null) this.#insertRaws.run([key, first, payloads]);
  }
}

/** A batch that passes can be read again as it was: the lines say which event is which only by their number. */
function check(batch: Batch, sessionId: string, head: Head): void {
  const { first, last, events, raws } = batch;
  if (batch.sessionId !== sessionId) {
    throw new LogError(`a batch of session ${batch.sessionId} came with the record of session ${sessionId}`);
  }
  if (first !== head.last + 1) throw new SequenceError(sessionId, head.last, first);
  const count = last - first + 1;
  if (count < 1 || events.length !== count || raws.length !== count) {
    throw new LogError(
      `the batch ${first} to ${last} of session ${sessionId} has ${events.length} events and ${raws.length} raws`,
    );
  }
  for (const event of events) {
    if (event.includes('\n')) {
      throw new LogError(`an event in the batch from ${first} of session ${sessionId} is not on one line`);
    }
  }
}
