import type { Append } from './pending-writes.js';

/** The characters that are stored at a time. What others write meanwhile waits for them, which takes milliseconds. */
const ROUND_CHARS = 256 * 1024;

interface Numbered extends Append {
  number: number;
}

/** Some writes of a session that are stored next. */
export interface Storing {
  sessionId: string;
  appends: readonly Append[];
}

/** The writes that are to be stored, by session and in order. */
export class CommitQueue {
  readonly #sessions = new Map<string, Numbered[]>();
  #added = 0;

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  /** Stands for everything that has been added so far. */
  get mark(): number {
    return this.#added;
  }

  has(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  add(sessionId: string, appends: readonly Append[]): void {
    if (appends.length === 0) return;
    const numbered = appends.map((append) => ({ ...append, number: ++this.#added }));
    this.#sessions.set(sessionId, [...(this.#sessions.get(sessionId) ?? []), ...numbered]);
  }

  /** Everything of the sessions that have little to store, and a part of the others: nobody waits for those. */
  next(): Storing[] {
    const all = [...this.#sessions].map(([sessionId, appends]) => ({
      sessionId,
      appends,
      chars: sum(appends),
    }));
    let room = ROUND_CHARS;
    if (sum(all) <= room) return all;
    const storing: Storing[] = [];
    for (const { sessionId, appends } of all.sort((a, b) => a.chars - b.chars)) {
      let taken = 0;
      for (; taken < appends.length && room > 0; taken++) room -= appends[taken]!.chars;
      if (taken > 0) storing.push({ sessionId, appends: appends.slice(0, taken) });
    }
    return storing;
  }

  /** Some appends were stored. Returns false if they had been forgotten meanwhile. */
  stored({ sessionId, appends }: Storing, count: number): boolean {
    const queued = this.#sessions.get(sessionId);
    if (queued?.[0] !== appends[0]) return false;
    if (count === queued?.length) this.#sessions.delete(sessionId);
    else queued?.splice(0, count);
    return true;
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Whether everything up to a mark is stored: of one session, or of all. */
  isStored(sessionId: string | null, mark: number): boolean {
    const isLater = (appends: readonly Numbered[] | undefined) => (appends?.[0]?.number ?? mark + 1) > mark;
    if (sessionId !== null) return isLater(this.#sessions.get(sessionId));
    for (const appends of this.#sessions.values()) if (!isLater(appends)) return false;
    return true;
  }
}

function sum(parts: readonly { chars: number }[]): number {
  return parts.reduce((total, { chars }) => total + chars, 0);
}
