/**
 * The agent's requests that wait for a human, by the key that the translator gives them. It is the only record of which
 * requests are pending, so each is resolved at most once and a withdrawn one never.
 */
export class RequestInbox<Request> {
  readonly #pending = new Map<string, Request>();

  add(key: string, request: Request): void {
    this.#pending.set(key, request);
  }

  has(key: string): boolean {
    return this.#pending.has(key);
  }

  get requests(): ReadonlyMap<string, Request> {
    return this.#pending;
  }

  /** Removes and returns a request; undefined if it is not pending. */
  take(key: string): Request | undefined {
    const request = this.#pending.get(key);
    this.#pending.delete(key);
    return request;
  }

  /** Removes and returns all requests that match. */
  takeAll(
    matches: (request: Request, key: string) => boolean = () => true,
  ): [key: string, request: Request][] {
    const removed = [...this.#pending].filter(([key, request]) => matches(request, key));
    for (const [key] of removed) this.#pending.delete(key);
    return removed;
  }

  /** Removes a request and sends its reply; does nothing if it is not pending. */
  async resolve(key: string, send: (request: Request) => Promise<unknown>): Promise<void> {
    const request = this.take(key);
    if (request !== undefined) await send(request);
  }
}
