/** Keeps commands in order, although something may have to be found out before one of them. */
export class CommandOrder {
  /** The last command, unless all have been taken. */
  #last: Promise<unknown> | null = null;

  /** Calls `take` with what it needs, after earlier calls: at once if nothing has to be awaited. */
  run<P, T>(needed: P | Promise<P>, take: (found: P) => T): T | Promise<T> {
    if (!this.#last && !(needed instanceof Promise)) return take(needed);
    const taken = Promise.all([needed, this.#last]).then(([found]) => take(found));
    const over = taken
      .catch(() => {})
      .then(() => {
        if (this.#last === over) this.#last = null;
      });
    this.#last = over;
    return taken;
  }
}
