import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Native } from '../native.js';

/** Lines out. What is sent in one go leaves in one write. */
export class Output {
  readonly #stream: Writable;
  #held = '';

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  send(message: Native): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Takes whole lines, with their ends. */
  write(lines: string): void {
    if (this.#held === '') queueMicrotask(() => this.#flush());
    this.#held += lines;
  }

  /** Resolves when the reader has made room. */
  async room(): Promise<void> {
    this.#flush();
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain');
  }

  /** Resolves when all of it has left the process. */
  async flushed(): Promise<void> {
    this.#flush();
    if (this.#stream.destroyed) return;
    await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
  }

  #flush(): void {
    const lines = this.#held;
    this.#held = '';
    if (lines !== '') this.#stream.write(lines);
  }
}
