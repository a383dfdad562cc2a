/**
 * Handles values in order, each after the work on earlier ones is done. If no work is pending, a value is handled
 * synchronously.
 */
export class HeldQueue<T> {
  readonly #handle: (value: T) => Promise<unknown> | undefined;
  readonly #waiting: T[] = [];
  #holds = 0;

  /** The handler returns a promise if later values have to wait for it. */
  constructor(handle: (value: T) => Promise<unknown> | undefined) {
    this.#handle = handle;
  }

  get isHeld(): boolean {
    return this.#holds > 0;
  }

  push(value: T): void {
    this.#waiting.push(value);
    this.#drain();
  }

  /** Later values wait until the work is done, whether it succeeds or fails. */
  hold(work: Promise<unknown>): void {
    this.#holds++;
    const release = () => {
      this.#holds--;
      this.#drain();
    };
    void work.then(release, release);
  }

  #drain(): void {
    while (!this.isHeld && this.#waiting.length > 0) {
      const work = this.#handle(this.#waiting.shift() as T);
      if (work !== undefined) this.hold(work);
    }
  }
}
