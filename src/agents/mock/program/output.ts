import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Native } from '../native.js';

/** Batches the lines of one tick into a single write. */
export class Output {
  readonly #stream: Writable;
  #buffer = '';
  #isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  send(message: Native): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Complete lines, including line breaks. */
  write(lines: string): void {
    if (this.#buffer === '') queueMicrotask(() => this.#flush());
    this.#buffer += lines;
  }

  /** Everything sent later is lost. */
  async close(): Promise<void> {
    await this.flushed();
    this.#isClosed = true;
  }

  /** Resolves when the stream can take more. */
  async drained(): Promise<void> {
    this.#flush();
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain');
  }

  /** Resolves when everything has been written. */
  async flushed(): Promise<void> {
    this.#flush();
    if (this.#stream.destroyed || this.#isClosed) return;
    await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
  }

  #flush(): void {
    const lines = this.#buffer;
    this.#buffer = '';
    if (lines !== '' && !this.#isClosed) this.#stream.write(lines);
  }
}
