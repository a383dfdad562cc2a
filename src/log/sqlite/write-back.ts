import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The characters that are written before the write-ahead log is written back. */
const ENOUGH_CHARS = 4 * 1024 * 1024;

/**
 * Has another thread write the write-ahead log back to the file of the database. SQLite would do it in a commit, which
 * then takes ten times as long, and so would every commit behind it.
 */
export class WriteBack {
  readonly #program: URL;
  readonly #path: string;
  /** Null until there is something to do: many daemons never write that much. */
  #worker: Worker | null = null;
  #hasFailed = false;
  #chars = 0;

  constructor(program: URL, path: string) {
    this.#program = program;
    this.#path = path;
  }

  wrote(chars: number): void {
    this.#chars += chars;
    if (this.#chars < ENOUGH_CHARS || this.#hasFailed) return;
    this.#chars = 0;
    this.#worker ??= this.#start();
    this.#worker.postMessage('write back');
  }

  /** Resolves once the thread has closed the file. */
  async end(): Promise<void> {
    if (!this.#worker || this.#hasFailed) return;
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage('end');
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { workerData: this.#path, name: 'greenroom write-back' });
    // Commits write it back then, only later.
    worker.on('error', () => {
      this.#hasFailed = true;
    });
    return worker;
  }
}
