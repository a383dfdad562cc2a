import type { Writable } from 'node:stream';

/** The standard input of a process. Writes to an exited process are ignored. */
export class Input {
  readonly #stream: Writable;
  #room: Promise<void> | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Usually EPIPE. The process's exit is reported separately.
    stream.on('error', () => {});
  }

  /** Writes a line; resolves when there is room for the next, or the process has exited. */
  write(line: string): Promise<void> {
    if (!this.#stream.writable || this.#stream.write(`${line}\n`)) return Promise.resolve();
    this.#room ??= this.#nextRoom();
    return this.#room;
  }

  end(): void {
    this.#stream.end();
  }

  /** Discards unread input and releases pending writers. */
  destroy(): void {
    this.#stream.destroy();
  }

  #nextRoom(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#stream.off('drain', done).off('close', done);
        this.#room = null;
        resolve();
      };
      this.#stream.on('drain', done).on('close', done);
    });
  }
}
