/** How long the work of all sessions that are behind may take in one turn of the event loop. */
const TURN_MS = 2;
/** How long a session's work may take in one turn before it is behind. */
const SHARE_MS = 1;

/** Someone with work to do. */
export interface Worker {
  /** Does a little of it. Returns whether there is more that can be done now. */
  step(): boolean;
}

export interface TurnsOptions {
  now?(): number;
  defer?(callback: () => void): void;
}

/**
 * Shares the event loop among sessions. Whoever has little to do does it at once; those who have much are served in
 * rotation, and all of them together for a few milliseconds in each turn: they delay each other, and nobody else.
 */
export class Turns {
  readonly #now: () => number;
  readonly #defer: (callback: () => void) => void;
  /** Those that are behind, in the order in which they are served. */
  #behind: Worker[] = [];
  readonly #spent = new Map<Worker, number>();
  #isScheduled = false;

  constructor({ now = () => performance.now(), defer = setImmediate }: TurnsOptions = {}) {
    this.#now = now;
    this.#defer = defer;
  }

  /** Does some work of a worker that is not behind. */
  spend(worker: Worker, work: () => void): void {
    const begun = this.#now();
    try {
      work();
    } finally {
      this.#spent.set(worker, (this.#spent.get(worker) ?? 0) + this.#now() - begun);
      this.#schedule();
    }
  }

  /** Whether a worker has some of its share of this turn left. */
  has(worker: Worker): boolean {
    return (this.#spent.get(worker) ?? 0) < SHARE_MS;
  }

  /** The worker is behind: it gets a step in each rotation, until it has no more to do. */
  enlist(worker: Worker): void {
    this.#behind.push(worker);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#defer(() => {
      this.#isScheduled = false;
      this.#spent.clear();
      this.#serve();
      if (this.#behind.length > 0) this.#schedule();
    });
  }

  #serve(): void {
    const end = this.#now() + TURN_MS;
    while (this.#behind.length > 0) {
      // The rest of the rotation is served first in the next turn.
      const rotation = this.#behind;
      this.#behind = [];
      for (const [index, worker] of rotation.entries()) {
        if (this.#now() >= end) {
          this.#behind.unshift(...rotation.slice(index));
          return;
        }
        if (worker.step()) this.#behind.push(worker);
      }
    }
  }
}

/** For all sessions of the process, since there is one event loop. */
export const processTurns = new Turns();
