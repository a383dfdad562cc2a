/**
 * Runs calls for the same session one after another, in order of arrival; different sessions do not wait for each
 * other.
 */
export class WaitingLines {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs after all earlier work of the same line. `run` must not reject. */
  join(line: string, run: () => Promise<void> | void): Promise<void> {
    const before = this.#last.get(line);
    const done = before ? before.then(run) : Promise.resolve(run());
    this.#last.set(line, done);
    return done.then(() => {
      if (this.#last.get(line) === done) this.#last.delete(line);
    });
  }
}
