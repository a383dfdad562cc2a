import { StringDecoder } from 'node:string_decoder';

const newline = 0x0a;
const carriageReturn = 0x0d;
/** A session keeps it for as long as it lives, and most lines are short. */
const smallestBuffer = 4 * 1024;
/** A buffer that grew beyond this for one long line is not kept for the next. */
const largestKeptBuffer = 64 * 1024;
/** How much of a line that is too long is still shown. */
const headBytes = 8 * 1024;

export interface LineSplitterOptions {
  /** Called with each line, without its end. */
  onLine(line: string): void;
  /** Called once for a line beyond the limit, with its beginning; the rest of it is thrown away. */
  onLongLine?(head: string): void;
  /** The most bytes that a line may have. */
  limit?: number;
}

/**
 * Cuts a stream of bytes into lines. It looks for line ends in bytes and decodes whole lines only, so that a
 * character is never torn at the border of two chunks. What waits for its line end is copied into a buffer that
 * doubles: linear however long the line and however small the chunks.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onLongLine: (head: string) => void;
  readonly #limit: number;
  #pending = Buffer.alloc(0);
  #size = 0;
  #skipping = false;

  constructor({ onLine, onLongLine = () => {}, limit = 64 * 1024 * 1024 }: LineSplitterOptions) {
    this.#onLine = onLine;
    this.#onLongLine = onLongLine;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      if (this.#skipping) this.#skipping = false;
      else if (this.#size > 0 || at - from > this.#limit) this.#completePending(chunk, from, at);
      else this.#deliver(chunk, from, at);
      from = at + 1;
    }
    if (from < chunk.length && !this.#skipping) this.#keep(chunk, from, chunk.length);
  }

  /** Delivers a last line that has no end. */
  end(): void {
    if (this.#size > 0) this.#onLine(this.#pending.toString('utf8', 0, this.#size));
    this.#forget();
  }

  #deliver(bytes: Buffer, from: number, to: number): void {
    const end = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to;
    this.#onLine(bytes.toString('utf8', from, end));
  }

  #completePending(chunk: Buffer, from: number, to: number): void {
    this.#keep(chunk, from, to);
    if (!this.#skipping) {
      // Forgotten before it is delivered, so that a callback that throws does not get the line twice.
      const [bytes, size] = [this.#pending, this.#size];
      this.#forget();
      this.#deliver(bytes, 0, size);
    }
    this.#skipping = false;
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    const size = this.#size + to - from;
    if (size > this.#pending.length) this.#grow(Math.min(size, this.#limit));
    this.#size += chunk.copy(this.#pending, this.#size, from, to);
    if (size <= this.#limit) return;
    const head = new StringDecoder('utf8').write(this.#pending.subarray(0, Math.min(this.#size, headBytes)));
    this.#forget();
    this.#skipping = true;
    this.#onLongLine(head);
  }

  #grow(size: number): void {
    const grown = Buffer.allocUnsafeSlow(
      Math.max(size, Math.min(this.#pending.length * 2, this.#limit), smallestBuffer),
    );
    this.#pending.copy(grown, 0, 0, this.#size);
    this.#pending = grown;
  }

  #forget(): void {
    this.#size = 0;
    if (this.#pending.length > largestKeptBuffer) this.#pending = Buffer.alloc(0);
  }
}
