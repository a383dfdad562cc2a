/** Our requests to the CLI: each has an id of its own, one answer, and a deadline. */

export interface ControlAnswer {
  subtype: string;
  request_id: string;
  response?: unknown;
  error?: string;
}

interface Waiting {
  resolve(response: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export class ControlRequests {
  readonly #write: (line: object) => Promise<void>;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(write: (line: object) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves with what the CLI answers. */
  ask(subtype: string, deadlineMs: number, more: object = {}): Promise<unknown> {
    const request_id = `req-${++this.#count}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(request_id);
        reject(new Error(`Claude did not answer ${subtype} within ${deadlineMs} ms`));
      }, deadlineMs);
      this.#waiting.set(request_id, { resolve, reject, timer });
      void this.#write({ type: 'control_request', request_id, request: { subtype, ...more } });
    });
  }

  take({ subtype, request_id, response, error }: ControlAnswer): void {
    const waiting = this.#waiting.get(request_id);
    if (!waiting) return;
    this.#waiting.delete(request_id);
    clearTimeout(waiting.timer);
    if (subtype === 'success') waiting.resolve(response);
    else waiting.reject(new Error(`Claude refused: ${error ?? subtype}`));
  }

  /** Nobody will answer any more. */
  abandon(error: Error): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}
