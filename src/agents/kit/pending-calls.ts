/** The other side did not respond in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly method: string;

  constructor(method: string, ms: number) {
    super(`${method} was not answered within ${ms} ms`);
    this.method = method;
  }
}

export interface CallOptions {
  method: string;
  /** Timeout of the call. */
  ms: number;
  /**
   * Called synchronously with the response, before the next line is read: later lines may depend on it, and a promise
   * would resolve too late.
   */
  onResult?: ((result: unknown, text: string) => void) | undefined;
}

interface Pending extends CallOptions {
  resolve(result: unknown): void;
  reject(error: Error): void;
  deadline: NodeJS.Timeout;
}

/** Calls that wait for a response, by id, each with a timeout. */
export class PendingCalls<Id> {
  readonly #pending = new Map<Id, Pending>();
  #closed: Error | null = null;

  /** Registers a call, then sends it; resolves with the response. */
  add(id: Id, options: CallOptions, send: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(this.#closed);
      const { method, ms } = options;
      const deadline = setTimeout(() => {
        this.#pending.delete(id);
        reject(new DeadlineError(method, ms));
      }, ms);
      this.#pending.set(id, { ...options, resolve, reject, deadline });
      send();
    });
  }

  /** The method of a pending call; null if there is none, e.g. because it timed out. */
  methodOf(id: Id): string | null {
    return this.#pending.get(id)?.method ?? null;
  }

  resolve(id: Id, result: unknown, text: string): void {
    const call = this.#remove(id);
    if (call === undefined) return;
    try {
      call.onResult?.(result, text);
      call.resolve(result);
    } catch (error) {
      call.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  reject(id: Id, error: Error): void {
    this.#remove(id)?.reject(error);
  }

  /** Rejects all pending calls, and every later one. */
  close(error: Error): void {
    this.#closed = error;
    for (const id of [...this.#pending.keys()]) this.reject(id, error);
  }

  #remove(id: Id): Pending | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(call?.deadline);
    return call;
  }
}
