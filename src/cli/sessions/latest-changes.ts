/** Changes by key that wait for somebody to handle them. A newer one takes the place of an older one. */
export class LatestChanges<T> {
  #waiting = new Map<string, T>();
  #wake = () => {};

  put(key: string, change: T): void {
    this.#waiting.set(key, change);
    this.#wake();
  }

  /** All that wait; resolves when there are any. */
  async take(): Promise<ReadonlyMap<string, T>> {
    while (this.#waiting.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#waiting;
    this.#waiting = new Map();
    return taken;
  }
}
