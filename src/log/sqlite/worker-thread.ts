import { Worker } from 'node:worker_threads';
import { LogLostError } from '../errors.js';
import type { LogOptions } from '../log.js';
import type { Store } from './store.js';
import type { StoreMethod, StoreThread } from './store-thread.js';
import { decodeError, type EncodedError } from './thread-error.js';

export type ThreadRequest = [id: number, method: StoreMethod, args: unknown[]];
export type ThreadResponse = [id: number, result: unknown] | [id: number, result: null, error: EncodedError];

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A store on a thread of its own: a slow disk slows nobody who does not wait for it. */
export class WorkerThread implements StoreThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #failure: LogLostError | null = null;
  #calls = 0;

  /** It may start before it is known which log to open. */
  constructor(program: URL) {
    this.#worker = new Worker(program, { name: 'greenroom log' });
    this.#worker.on('message', (response: ThreadResponse) => this.#settle(response));
    this.#worker.on('error', (error) => this.#fail(`the thread of the log failed: ${error.message}`, error));
    this.#worker.on('exit', () => this.#fail('the thread of the log has ended'));
  }

  /** Once, before the first call. */
  open(options: LogOptions): void {
    this.#worker.postMessage(options);
  }

  /** Ends a thread that has opened nothing. */
  async discard(): Promise<void> {
    await this.#worker.terminate();
  }

  call<K extends StoreMethod>(method: K, ...args: Parameters<Store[K]>): Promise<ReturnType<Store[K]>> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      const request: ThreadRequest = [id, method, args];
      this.#worker.postMessage(request);
    });
  }

  #settle([id, result, error]: ThreadResponse): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) pending?.reject(decodeError(error));
    else pending?.resolve(result);
  }

  #fail(message: string, cause?: unknown): void {
    this.#failure ??= new LogLostError(message, { cause });
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}
