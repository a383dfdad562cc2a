/** How many keys are remembered. */
const MOST = 1000;
/** After this time without an attempt, a key is forgotten. */
const QUIET_MS = 10 * 60_000;

export interface Attempts {
  /** Including this one. */
  count: number;
  /** When an earlier one has been answered. */
  busyUntil: number;
  last: number;
}

/** Counts what comes again and again, by key, in bounded memory. */
export class AttemptCounter {
  readonly #attempts = new Map<string, Attempts>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(key: string): Attempts {
    const now = this.#now();
    const before = this.#attempts.get(key);
    const isRecent = before !== undefined && now - before.last < QUIET_MS;
    const attempts = isRecent ? before : { count: 0, busyUntil: 0, last: now };
    attempts.count++;
    attempts.last = now;
    // The most recent ones come last.
    this.#attempts.delete(key);
    this.#attempts.set(key, attempts);
    if (this.#attempts.size > MOST) this.#attempts.delete(this.#attempts.keys().next().value!);
    return attempts;
  }
}

/** Whether to tell of an attempt: of the 1st, the 10th, the 100th …, so that nobody can fill a log. */
export function isTold(count: number): boolean {
  return /^10*$/.test(String(count));
}
