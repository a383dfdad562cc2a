/** A session with its place in the order by activity. */
export interface Placed {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Sessions by their activity, the newest first. It is put in order when somebody asks: few sessions have changed since,
 * and sorting what is nearly sorted takes one pass.
 */
export class SessionOrder<P extends Placed> {
  #all: readonly P[] = [];
  #isSorted = true;

  add(session: P): void {
    this.#all = [session, ...this.#all];
    this.#isSorted = false;
  }

  /** Faster than adding them one by one. */
  addAll(sessions: readonly P[]): void {
    this.#all = [...sessions, ...this.#all];
    this.#isSorted = false;
  }

  remove(session: P): void {
    this.#all = this.#all.filter((each) => each !== session);
  }

  /** A session has a new time of activity. */
  moved(): void {
    this.#isSorted = false;
  }

  /** The order as it is now; the array never changes. */
  get sorted(): readonly P[] {
    if (!this.#isSorted) {
      this.#all = [...this.#all].sort(byActivity);
      this.#isSorted = true;
    }
    return this.#all;
  }
}

/** Total, so that a place in the order can be found again. */
export function byActivity(a: Placed, b: Placed): number {
  return b.updatedAt - a.updatedAt || b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
