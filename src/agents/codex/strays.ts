/** A line of a thread that nobody has claimed yet. */
export interface Stray {
  text: string;
  /** Called where nobody ever claims it. */
  abandon?(): void;
}

/** So many lines are kept of a thread that may never be claimed. */
const LIMIT = 1000;

/**
 * Lines of threads that are nobody's. A sub-agent's thread begins to speak about when we are told whose it is, so
 * its first lines wait a little; what waits too long is let go.
 */
export class Strays {
  readonly #ms: number;
  readonly #waiting = new Map<string, { strays: Stray[]; deadline: NodeJS.Timeout }>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(thread: string, stray: Stray): void {
    let found = this.#waiting.get(thread);
    if (found === undefined) {
      const deadline = setTimeout(() => this.abandon(thread), this.#ms);
      // A stray keeps no daemon from ending.
      deadline.unref();
      found = { strays: [], deadline };
      this.#waiting.set(thread, found);
    }
    if (found.strays.length < LIMIT) found.strays.push(stray);
    else stray.abandon?.();
  }

  /** What waited for the one who claims a thread now. */
  take(thread: string): Stray[] {
    const found = this.#waiting.get(thread);
    if (found === undefined) return [];
    clearTimeout(found.deadline);
    this.#waiting.delete(thread);
    return found.strays;
  }

  abandon(thread: string): void {
    for (const stray of this.take(thread)) stray.abandon?.();
  }

  /** The process is gone, and nothing can be answered any more. */
  clear(): void {
    for (const { deadline } of this.#waiting.values()) clearTimeout(deadline);
    this.#waiting.clear();
  }
}
