/** Limits the memory for a thread that may never be claimed. */
const LIMIT = 20_000;

interface Waiting<Line> {
  lines: Line[];
  deadline: NodeJS.Timeout;
}

/**
 * Lines of threads without an owner. A sub-agent's thread may speak before we learn whose it is, so its first lines
 * wait a little before they are abandoned.
 */
export class UnclaimedMessages<Line> {
  readonly #ms: number;
  readonly #onAbandoned: (line: Line) => void;
  readonly #waiting = new Map<string, Waiting<Line>>();

  constructor(ms: number, onAbandoned: (line: Line) => void) {
    this.#ms = ms;
    this.#onAbandoned = onAbandoned;
  }

  add(thread: string, line: Line): void {
    const { lines } = this.#waiting.get(thread) ?? this.#wait(thread);
    if (lines.length < LIMIT) lines.push(line);
    else this.#onAbandoned(line);
  }

  /** Removes the lines of a thread, for the one who claims it. */
  take(thread: string): Line[] {
    const found = this.#waiting.get(thread);
    if (found === undefined) return [];
    clearTimeout(found.deadline);
    this.#waiting.delete(thread);
    return found.lines;
  }

  abandon(thread: string): void {
    for (const line of this.take(thread)) this.#onAbandoned(line);
  }

  /** Forgets all lines: the process has exited, and nothing can be answered any more. */
  clear(): void {
    for (const { deadline } of this.#waiting.values()) clearTimeout(deadline);
    this.#waiting.clear();
  }

  #wait(thread: string): Waiting<Line> {
    const deadline = setTimeout(() => this.abandon(thread), this.#ms);
    // It must not keep a daemon from ending.
    deadline.unref();
    const waiting = { lines: [], deadline };
    this.#waiting.set(thread, waiting);
    return waiting;
  }
}
