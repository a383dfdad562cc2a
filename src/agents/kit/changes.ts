/** Lets callers wait for a condition on mutable state. */
export class Changes {
  #waiting: (() => void)[] = [];

  /** Call after each change. */
  notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves once the condition holds. It is checked immediately and after each change. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
