type Waiter = (sequence: number) => void;

/** Callers that wait for the end of a turn, by the message that starts it. */
export class TurnWaiters {
  readonly #waiters = new Map<string, Waiter[]>();
  /** Empty if the agent started the turn by itself. */
  #running = '';

  started(messageId: string): void {
    this.#running = messageId;
  }

  ended(sequence: number): void {
    const waiters = this.#waiters.get(this.#running) ?? [];
    this.#waiters.delete(this.#running);
    this.#running = '';
    for (const resolve of waiters) resolve(sequence);
  }

  /** Resolves with the sequence of the event that ends the message's turn. */
  endOf(messageId: string): Promise<number> {
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(messageId);
      if (waiters) waiters.push(resolve);
      else this.#waiters.set(messageId, [resolve]);
    });
  }

  /** The same for the running turn. */
  endOfRunning(): Promise<number> {
    return this.endOf(this.#running);
  }
}
