import { StringDecoder } from 'node:string_decoder';
import { LineBuffer } from './line-buffer.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** How much of an oversized line is still reported. */
const HEAD_BYTES = 8 * 1024;
/** Decoding and parsing a line of this length takes milliseconds. */
const HEAVY_BYTES = 4 * 1024 * 1024;

const DEFAULT_LINE_BYTES = 64 * 1024 * 1024;

export interface LineSplitterOptions {
  /** Called with each line, without its line break. */
  onLine(line: string): void;
  /** Called with the bytes of a line that takes long to decode, instead of `onLine`. */
  onHeavyLine?(parts: readonly Buffer[]): void;
  /** Called once per oversized line, with its beginning and the limit; the rest is discarded. */
  onLongLine?(head: string, limit: number): void;
  /** The maximum length of a line in bytes. */
  limit?: number;
}

/**
 * Splits a stream of bytes into lines. It searches for line breaks in bytes and decodes whole lines only, so no
 * character is torn at a chunk boundary.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onHeavyLine: (parts: readonly Buffer[]) => void;
  readonly #onLongLine: (head: string, limit: number) => void;
  readonly #limit: number;
  readonly #pending = new LineBuffer();
  #skipping = false;

  constructor({ onLine, onHeavyLine, onLongLine, limit = DEFAULT_LINE_BYTES }: LineSplitterOptions) {
    this.#onLine = onLine;
    this.#onHeavyLine = onHeavyLine ?? ((parts) => onLine(Buffer.concat(parts).toString()));
    this.#onLongLine = onLongLine ?? (() => {});
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    const most = Math.min(this.#limit, HEAVY_BYTES);
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      if (this.#skipping) this.#skipping = false;
      else if (this.#pending.size > 0 || at - from > most) this.#completePending(chunk, from, at);
      else this.#onLine(chunk.toString('utf8', from, endOf(chunk, from, at)));
      from = at + 1;
    }
    if (from < chunk.length && !this.#skipping) this.#keep(chunk, from, chunk.length);
  }

  /** Delivers an unterminated last line. */
  end(): void {
    if (this.#pending.size > 0) this.#deliver(this.#pending.take());
  }

  #completePending(chunk: Buffer, from: number, to: number): void {
    this.#keep(chunk, from, to);
    // Taken before the delivery, so a callback that throws does not get the line twice.
    if (!this.#skipping) this.#deliver(withoutReturn(this.#pending.take()));
    this.#skipping = false;
  }

  #deliver(parts: Buffer[]): void {
    const [first] = parts;
    if (parts.length === 1) this.#onLine(first!.toString());
    else if (sizeOf(parts) > HEAVY_BYTES) this.#onHeavyLine(parts);
    else this.#onLine(Buffer.concat(parts).toString());
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#pending.add(chunk, from, to);
    if (this.#pending.size <= this.#limit) return;
    const [first] = this.#pending.take();
    this.#skipping = true;
    this.#onLongLine(new StringDecoder('utf8').write(first!.subarray(0, HEAD_BYTES)), this.#limit);
  }
}

/** The end of a line without its carriage return. */
function endOf(bytes: Buffer, from: number, to: number): number {
  return to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to;
}

function withoutReturn(parts: Buffer[]): Buffer[] {
  const last = parts.at(-1)!;
  return [...parts.slice(0, -1), last.subarray(0, endOf(last, 0, last.length))];
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
