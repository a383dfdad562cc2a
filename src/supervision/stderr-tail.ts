import type { Stderr } from '../schema/index.js';
import { LineSplitter } from './line-splitter.js';

const HEAD_LINES = 20;
const TAIL_LINES = 50;
const MAX_LINE_LENGTH = 4 * 1024;
/** Twice the reported length, so a secret across the cut is still complete when it is masked before cutting. */
const KEPT_BYTES = 2 * MAX_LINE_LENGTH;

function cut(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

/** The first and last lines of a stream, and their count, in bounded memory. */
export class StderrTail {
  readonly #mask: (text: string) => string;
  readonly #head: string[] = [];
  /** A ring buffer: line n (counted after the head) is at n modulo its size. */
  readonly #ring: string[] = [];
  readonly #splitter: LineSplitter;
  #total = 0;

  constructor(mask: (text: string) => string = (text) => text) {
    this.#mask = mask;
    const onLine = (line: string) => this.#add(line);
    this.#splitter = new LineSplitter({ onLine, onLongLine: onLine, limit: KEPT_BYTES });
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  /** Counts an unterminated last line. */
  end(): void {
    this.#splitter.end();
  }

  /** Head and tail; together they are the whole output if no lines were dropped in between. */
  summary(): Stderr {
    const after = Math.max(0, this.#total - HEAD_LINES);
    const oldest = after > TAIL_LINES ? after % TAIL_LINES : 0;
    const tail = [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
    return {
      head: this.#maskAndCut(this.#head),
      ...(tail.length > 0 && { tail: this.#maskAndCut(tail) }),
      truncated: after > TAIL_LINES,
      total_lines: this.#total,
    };
  }

  #add(line: string): void {
    if (this.#total < HEAD_LINES) this.#head.push(line);
    else this.#ring[(this.#total - HEAD_LINES) % TAIL_LINES] = line;
    this.#total++;
  }

  /** Masked as one text, because a PEM key has many lines. */
  #maskAndCut(lines: string[]): string {
    return this.#mask(lines.join('\n')).split('\n').map(cut).join('\n');
  }
}
