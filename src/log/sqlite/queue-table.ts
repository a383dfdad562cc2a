import { LogError } from '../errors.js';
import type { QueueChanges, QueueRow } from '../log.js';
import type { Command, Database, Query } from './database.js';
import { keyOf } from './message-key.js';

/** The messages that wait in the queues of the sessions. */
export class QueueTable {
  readonly #put: Command;
  readonly #putContent: Command;
  readonly #hasContent: Query;
  readonly #delete: Command;
  readonly #deleteContent: Command;
  readonly #read: Query;

  constructor(database: Database) {
    this.#put = database.command(`
      INSERT INTO queue_entries (session, message_id, rank, revision, queued_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET rank = excluded.rank, revision = excluded.revision, queued_at = excluded.queued_at`);
    this.#putContent = database.command(`
      INSERT INTO queue_contents (session, message_id, content) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET content = excluded.content`);
    this.#hasContent = database.query('SELECT 1 FROM queue_contents WHERE session = ? AND message_id = ?');
    this.#delete = database.command('DELETE FROM queue_entries WHERE session = ? AND message_id = ?');
    this.#deleteContent = database.command('DELETE FROM queue_contents WHERE session = ? AND message_id = ?');
    this.#read = database.query(`
      SELECT message_id, rank, revision, queued_at, content
      FROM queue_entries JOIN queue_contents USING (session, message_id)
      WHERE session = ? ORDER BY rank`);
  }

  /** Runs within the caller's transaction. */
  write(session: number, { removed, put }: QueueChanges): void {
    for (const messageId of removed) {
      this.#delete.run([session, keyOf(messageId)]);
      this.#deleteContent.run([session, keyOf(messageId)]);
    }
    for (const { messageId, rank, revision, queuedAt, content } of put) {
      const key = keyOf(messageId);
      if (content !== null) this.#putContent.run([session, key, content]);
      else if (!this.#hasContent.get([session, key]))
        throw new LogError(`message ${messageId} is not in the queue and has no content`);
      this.#put.run([session, key, rank, revision, queuedAt]);
    }
  }

  read(session: number): QueueRow[] {
    return this.#read.all([session]).map(([key, rank, revision, queuedAt, content]) => ({
      messageId: JSON.parse(String(key)) as string,
      rank: Number(rank),
      revision: Number(revision),
      queuedAt: String(queuedAt),
      content: String(content),
    }));
  }
}
