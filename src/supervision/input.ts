import type { Writable } from 'node:stream';

/** The standard input of a process. Writes to an exited process are ignored. */
export class Input {
  readonly #stream: Writable;
  #room: Promise<void> | null = null;

  /** `onBroken` is called when a write fails because the process has exited or closed its input. */
  constructor(stream: Writable, onBroken: () => void) {
    this.#stream = stream;
    stream.on('error', onBroken);
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
