/** The listeners of a shared server, and which of them owns each native session or thread. */
export class Claims<Listener> {
  readonly #listeners = new Set<Listener>();
  readonly #owners = new Map<string, Listener>();

  /** Adds a listener for messages that belong to no native session. */
  join(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Routes a native session's messages to the listener. */
  claim(id: string, listener: Listener): void {
    this.#owners.set(id, listener);
  }

  ownerOf(id: string): Listener | undefined {
    return this.#owners.get(id);
  }

  /** A listener's native sessions, including those of its sub-agents. */
  claimsOf(listener: Listener): string[] {
    return [...this.#owners].flatMap(([id, owner]) => (owner === listener ? [id] : []));
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
    for (const id of this.claimsOf(listener)) this.#owners.delete(id);
  }

  get listeners(): Listener[] {
    return [...this.#listeners];
  }

  /** Removes all claims and listeners; returns the listeners. */
  clear(): Listener[] {
    const { listeners } = this;
    this.#owners.clear();
    this.#listeners.clear();
    return listeners;
  }
}
