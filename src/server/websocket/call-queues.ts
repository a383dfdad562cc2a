/**
 * Runs calls for the same session one after another, in order of arrival; different sessions do not wait for each
 * other.
 */
export class CallQueues {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs after all earlier calls for the same session. `run` must not reject. */
  add(sessionId: string, run: () => Promise<void> | void): Promise<void> {
    const before = this.#last.get(sessionId);
    const done = before ? before.then(run) : Promise.resolve(run());
    this.#last.set(sessionId, done);
    return done.then(() => {
      if (this.#last.get(sessionId) === done) this.#last.delete(sessionId);
    });
  }
}
