import { StringDecoder } from 'node:string_decoder';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Small, since every session keeps one and most lines are short. */
const SMALLEST_BUFFER = 4 * 1024;
/** A buffer that grew beyond this for one long line is not kept for the next. */
const LARGEST_KEPT_BUFFER = 64 * 1024;
/** How much of an oversized line is still reported. */
const HEAD_BYTES = 8 * 1024;

export interface LineSplitterOptions {
  /** Called with each line, without its line break. */
  onLine(line: string): void;
  /** Called once per oversized line, with its beginning; the rest is discarded. */
  onLongLine?(head: string): void;
  /** The maximum length of a line in bytes. */
  limit?: number;
}

/**
 * Splits a stream of bytes into lines. It searches for line breaks in bytes and decodes whole lines only, so no
 * character is torn at a chunk boundary. An incomplete line is copied into a buffer that doubles: linear, however long
 * the line and however small the chunks.
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
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      if (this.#skipping) this.#skipping = false;
      else if (this.#size > 0 || at - from > this.#limit) this.#completePending(chunk, from, at);
      else this.#deliver(chunk, from, at);
      from = at + 1;
    }
    if (from < chunk.length && !this.#skipping) this.#keep(chunk, from, chunk.length);
  }

  /** Delivers an unterminated last line. */
  end(): void {
    if (this.#size > 0) this.#onLine(this.#pending.toString('utf8', 0, this.#size));
    this.#forget();
  }

  #deliver(bytes: Buffer, from: number, to: number): void {
    const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to;
    this.#onLine(bytes.toString('utf8', from, end));
  }

  #completePending(chunk: Buffer, from: number, to: number): void {
    this.#keep(chunk, from, to);
    if (!this.#skipping) {
      // Cleared before the delivery, so a callback that throws does not get the line twice.
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
    const head = new StringDecoder('utf8').write(this.#pending.subarray(0, Math.min(this.#size, HEAD_BYTES)));
    this.#forget();
    this.#skipping = true;
    this.#onLongLine(head);
  }

  #grow(size: number): void {
    const grown = Buffer.allocUnsafeSlow(
      Math.max(size, Math.min(this.#pending.length * 2, this.#limit), SMALLEST_BUFFER),
    );
    this.#pending.copy(grown, 0, 0, this.#size);
    this.#pending = grown;
  }

  #forget(): void {
    this.#size = 0;
    if (this.#pending.length > LARGEST_KEPT_BUFFER) this.#pending = Buffer.alloc(0);
  }
}
