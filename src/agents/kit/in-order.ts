/** Runs asynchronous tasks one at a time, in order. */
export class InOrder {
  #last: Promise<void> = Promise.resolve();

  /** Resolves or rejects with the task; a failure does not stop later tasks. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Resolves when all tasks so far are done. */
  get idle(): Promise<void> {
    return this.#last;
  }
}
