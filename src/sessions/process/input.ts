import type { Writable } from 'node:stream';

/** The standard input of a process that may be gone at any time, which is no error of ours. */
export class Input {
  readonly #stream: Writable;
  #room: Promise<void> | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
    // EPIPE, mostly. How the process ended is told by its exit.
    stream.on('error', () => {});
  }

  /** Writes a line; resolves when there is room for the next, or nobody left to read it. */
  write(line: string): Promise<void> {
    if (!this.#stream.writable || this.#stream.write(`${line}\n`)) return Promise.resolve();
    this.#room ??= this.#nextRoom();
    return this.#room;
  }

  end(): void {
    this.#stream.end();
  }

  /** Lets go of what was not read and of everyone who waits for room. */
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
