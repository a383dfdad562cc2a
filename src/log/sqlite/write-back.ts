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
  #worker: Worker | null = null;
  #hasFailed = false;
  #chars = 0;

  constructor(program: URL, path: string) {
    this.#program = program;
    this.#path = path;
  }

  /** For a database that is open already, so that nobody else sets it up. */
  start(): void {
    this.#worker = new Worker(this.#program, { workerData: this.#path, name: 'greenroom write-back' });
    // Commits write it back then, only later.
    this.#worker.on('error', () => {
      this.#hasFailed = true;
    });
  }

  wrote(chars: number): void {
    this.#chars += chars;
    if (this.#chars < ENOUGH_CHARS || this.#hasFailed) return;
    this.#chars = 0;
    this.#worker?.postMessage('write back');
  }

  /** Resolves once the thread has closed the file. */
  async end(): Promise<void> {
    if (!this.#worker || this.#hasFailed) return;
    const exited = once(this.#worker, 'exit');
    this.#worker.postMessage('end');
    await exited;
  }
}
