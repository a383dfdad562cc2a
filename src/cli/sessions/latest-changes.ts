/** Changes by key that wait for somebody to handle them. A newer one takes the place of an older one. */
export class LatestChanges<T> {
  readonly #waiting = new Map<string, T>();
  #wake = () => {};

  put(key: string, change: T): void {
    this.#waiting.set(key, change);
    this.#wake();
  }

  /** The one that waits the longest; resolves when there is one. */
  async next(): Promise<[key: string, change: T]> {
    for (;;) {
      const first = this.#waiting.entries().next();
      if (!first.done) {
        this.#waiting.delete(first.value[0]);
        return first.value;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
