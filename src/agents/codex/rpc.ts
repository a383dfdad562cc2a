import type { Message } from './native.js';
import type { RequestId } from './native-requests.js';

/** The other side said no. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly method: string,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The other side said nothing, for too long. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(
    readonly method: string,
    readonly ms: number,
  ) {
    super(`${method} was not answered within ${ms} ms`);
  }
}

export interface RequestOptions {
  /** How long the answer may take. */
  ms?: number;
  /**
   * Called with the answer before the next line is looked at: what comes right behind the answer must find what
   * the answer told. A promise would be too late.
   */
  onResult?(result: unknown, text: string): void;
}

interface Call {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
  onResult: RequestOptions['onResult'];
  deadline: NodeJS.Timeout;
}

const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0 without the member that says so, a message a line; for one process. */
export class Rpc {
  readonly #write: (line: string) => Promise<void>;
  readonly #deadlineMs: number;
  readonly #calls = new Map<RequestId, Call>();
  #lastId = 0;
  #closed: Error | null = null;

  constructor(write: (line: string) => Promise<void>, deadlineMs: number) {
    this.#write = write;
    this.#deadlineMs = deadlineMs;
  }

  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { ms = this.#deadlineMs, onResult } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(this.#closed);
      const id = ++this.#lastId;
      const deadline = setTimeout(() => {
        this.#calls.delete(id);
        reject(new DeadlineError(method, ms));
      }, ms);
      this.#calls.set(id, { method, resolve, reject, onResult, deadline });
      void this.#send({ id, method, params });
    });
  }

  notify(method: string): void {
    void this.#send({ method });
  }

  /** Answers a request of the other side. */
  answer(id: RequestId, result: unknown): Promise<void> {
    return this.#send({ id, result });
  }

  refuse(id: RequestId, message: string): Promise<void> {
    return this.#send({ id, error: { code: METHOD_NOT_FOUND, message } });
  }

  /** Takes an answer to a request of ours. One that comes too late is nobody's any more. */
  take(message: Message, text: string): void {
    const call = message.id === undefined ? undefined : this.#calls.get(message.id);
    if (call === undefined || message.id === undefined) return;
    this.#calls.delete(message.id);
    clearTimeout(call.deadline);
    if (message.error !== undefined) {
      const { code, message: why } = message.error as { code?: number; message?: string };
      return call.reject(new RpcError(call.method, code ?? 0, why ?? 'no reason given'));
    }
    try {
      call.onResult?.(message.result, text);
      call.resolve(message.result);
    } catch (error) {
      call.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Nobody will answer any more. */
  close(why: Error): void {
    this.#closed = why;
    for (const call of this.#calls.values()) {
      clearTimeout(call.deadline);
      call.reject(why);
    }
    this.#calls.clear();
  }

  #send(message: Message): Promise<void> {
    return this.#write(JSON.stringify(message));
  }
}
