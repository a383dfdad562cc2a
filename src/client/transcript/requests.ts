import type { PermissionRow, QuestionRow } from './rows.js';

type RequestRow = PermissionRow | QuestionRow;

/** The requests of one kind in a conversation. */
export class Requests<R extends RequestRow> {
  readonly byId = new Map<string, R>();
  /** Those that wait for an answer, oldest first. */
  readonly pending = new Map<string, R>();

  put(row: R): void {
    this.byId.set(row.key, row);
    if (row.data.status === 'requested') this.pending.set(row.key, row);
    else this.pending.delete(row.key);
  }

  /** Adds those of earlier events. `now` gives the row that an earlier one has become. */
  prepend(older: Requests<R>, now: (row: R) => R): void {
    const later = [...this.pending];
    this.pending.clear();
    for (const [id, row] of older.pending) if (!this.byId.has(id)) this.pending.set(id, row);
    for (const [id, row] of later) this.pending.set(id, row);
    for (const [id, row] of older.byId) if (!this.byId.has(id)) this.byId.set(id, now(row));
  }
}
