import type { Receipt } from '../log.js';
import type { Command, Database, Query } from './database.js';
import { keyOf } from './message-key.js';

/** The messages that the sessions have accepted. */
export class ReceiptTable {
  readonly #put: Command;
  readonly #find: Query;

  constructor(database: Database) {
    this.#put = database.command(`
      INSERT INTO receipts (session, message_id, fingerprint, taken_back) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, taken_back = excluded.taken_back`);
    this.#find = database.query(
      'SELECT fingerprint, taken_back FROM receipts WHERE session = ? AND message_id = ?',
    );
  }

  /** Runs within the caller's transaction. */
  write(session: number, receipts: readonly Receipt[]): void {
    for (const { messageId, fingerprint, isTakenBack } of receipts)
      this.#put.run([session, keyOf(messageId), fingerprint, Number(isTakenBack)]);
  }

  find(session: number, messageId: string): Receipt | null {
    const row = this.#find.get([session, keyOf(messageId)]);
    return row ? { messageId, fingerprint: String(row[0]), isTakenBack: row[1] === 1 } : null;
  }
}
