import type { Checkpoint } from '../log.js';
import type { Command, Database, Query } from './database.js';

/** Machine snapshots: per session, the ones to keep and the latest one. */
export class CheckpointTable {
  readonly #move: Command;
  readonly #put: Command;
  readonly #find: Query;

  constructor(database: Database) {
    this.#move = database.command(
      'UPDATE checkpoints SET sequence = ?, keep = ?, snapshot = ? WHERE session = ? AND keep = 0',
    );
    // A kept checkpoint stays kept when it is written again at the same sequence.
    this.#put = database.command(`
      INSERT INTO checkpoints (session, sequence, keep, snapshot) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET keep = max(keep, excluded.keep), snapshot = excluded.snapshot`);
    this.#find = database.query(`
      SELECT sequence, keep, snapshot FROM checkpoints
      WHERE session = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1`);
  }

  /** Runs within the caller's transaction. */
  write(key: number, { sequence, keep, snapshot }: Checkpoint): void {
    const moved = this.#move.run([sequence, Number(keep), snapshot, key]);
    if (moved.changes === 0) this.#put.run([key, sequence, Number(keep), snapshot]);
  }

  find(key: number, atOrBefore: number): Checkpoint | null {
    const row = this.#find.get([key, Math.min(atOrBefore, Number.MAX_SAFE_INTEGER)]);
    return row ? { sequence: Number(row[0]), keep: row[1] === 1, snapshot: String(row[2]) } : null;
  }
}
