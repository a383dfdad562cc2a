import type { EventSource } from '../../schema/index.js';
import type { ItemRow, Row } from './rows.js';

/** A sub-agent's line of work. It is changed in place; `version` increases with each change. */
export interface Thread {
  readonly threadId: string;
  /** The thread of the call that started it; null for the main thread. */
  parentThreadId: string | null;
  /** The name or task of its latest run. */
  title: string;
  /** `waiting`: one of its requests is pending. `completed` and `failed` are the ends of its latest run. */
  status: 'running' | 'waiting' | 'completed' | 'failed';
  /** Its items and requests, in order of arrival. */
  rows: Row[];
  /** The `agent` items among them. */
  runs: ItemRow[];
  /** The ids of its pending requests. */
  readonly pending: Set<string>;
  version: number;
}

/** The thread of a row; null for the main thread. */
export function threadIdOf(row: Row): string | null {
  if (row.type === 'item') return row.item.thread_id ?? null;
  if (row.type !== 'permission' && row.type !== 'question') return null;
  const id = row.data.metadata?.thread_id;
  return typeof id === 'string' ? id : null;
}

/** Groups the rows of a conversation by their threads. */
export class Threads {
  readonly all = new Map<string, Thread>();
  /** The rows of threads whose runs are before the first event. */
  readonly #unclaimed = new Map<string, Row[]>();

  /** Adds a new row to its thread. `parent` is the thread of the item it came from. */
  add(row: Row, source: EventSource, parent: string | null): void {
    const id = threadIdOf(row);
    if (id === null) return;
    const title = row.type === 'item' && source === 'daemon' ? titleOf(row) : null;
    if (title !== null) this.#run(id, row as ItemRow, title, parent);
    const rows = this.all.get(id)?.rows ?? this.#unclaimed.get(id);
    if (rows) rows.push(row);
    else this.#unclaimed.set(id, [row]);
    this.update(row);
  }

  /** Adds the threads of earlier events. `now` gives the row that an earlier one has become, `known` has these rows. */
  prepend(older: Threads, now: <R extends Row>(row: R) => R, known: ReadonlySet<Row>): void {
    const later = [...this.all];
    const isLater = (row: Row) => !known.has(row);
    this.all.clear();
    for (const [id, thread] of older.all) {
      const unclaimed = this.#unclaimed.get(id)?.filter(isLater) ?? [];
      this.#unclaimed.delete(id);
      const rows = [...thread.rows.map(now), ...unclaimed];
      this.all.set(id, { ...thread, rows, runs: thread.runs.map(now) });
      for (const row of rows) this.update(row);
    }
    for (const [id, thread] of later) {
      const first = this.all.get(id);
      const rows = first?.rows ?? older.#unclaimed.get(id)?.map(now) ?? [];
      thread.rows = [...rows, ...thread.rows.filter(isLater)];
      thread.runs = [...(first?.runs ?? []), ...thread.runs.filter(isLater)];
      for (const key of first?.pending ?? []) thread.pending.add(key);
      this.all.set(id, thread);
      for (const row of thread.rows) this.update(row);
    }
    for (const [id, rows] of older.#unclaimed) {
      if (this.all.has(id)) continue;
      this.#unclaimed.set(id, [...rows.map(now), ...(this.#unclaimed.get(id) ?? []).filter(isLater)]);
    }
  }

  /** Updates the thread of a row that was added or has changed. */
  update(row: Row): void {
    const thread = this.all.get(threadIdOf(row) ?? '');
    if (!thread) return;
    if (row.type === 'permission' || row.type === 'question') {
      if (row.data.status === 'requested') thread.pending.add(row.key);
      else thread.pending.delete(row.key);
    }
    const run = thread.runs.at(-1)!.item.status;
    thread.status = run !== 'in_progress' ? run : thread.pending.size > 0 ? 'waiting' : 'running';
    thread.version++;
  }

  #run(id: string, row: ItemRow, title: string, parentThreadId: string | null): void {
    const known = this.all.get(id);
    if (known) {
      known.runs.push(row);
      known.title = title;
    } else {
      const start = { threadId: id, parentThreadId, title, status: 'running' as const, version: 0 };
      const rows = this.#unclaimed.get(id) ?? [];
      this.#unclaimed.delete(id);
      this.all.set(id, { ...start, rows, runs: [row], pending: new Set() });
    }
  }
}

/** The title of a run; null for other items. */
function titleOf({ item }: ItemRow): string | null {
  const [part] = item.content;
  return part?.type === 'status' && part.label === 'agent' ? (part.detail ?? '') : null;
}
