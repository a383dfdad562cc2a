import type { Stderr } from '../../schema/index.js';
import { LineSplitter } from './line-splitter.js';

const headLines = 20;
const tailLines = 50;
const shownLength = 4 * 1024;
/** Twice what is shown: a secret across the cut is still whole when it is masked, before the cut is made. */
const keptBytes = 2 * shownLength;

function cut(line: string): string {
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line;
}

/** The first and the last lines of a stream, and their count: bounded memory whatever the volume. */
export class StderrTail {
  readonly #mask: (text: string) => string;
  readonly #head: string[] = [];
  /** A ring: line n (counted from the first after the head) is at n modulo its size. */
  readonly #ring: string[] = [];
  readonly #splitter: LineSplitter;
  #total = 0;

  constructor(mask: (text: string) => string = (text) => text) {
    this.#mask = mask;
    const onLine = (line: string) => this.#add(line);
    this.#splitter = new LineSplitter({ onLine, onLongLine: onLine, limit: keptBytes });
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  /** Counts a last line that has no end. */
  end(): void {
    this.#splitter.end();
  }

  /** What is told of it. Where no lines are missing between them, head and tail are the whole. */
  summary(): Stderr {
    const after = Math.max(0, this.#total - headLines);
    const oldest = after > tailLines ? after % tailLines : 0;
    const tail = [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
    return {
      head: this.#shown(this.#head),
      ...(tail.length > 0 && { tail: this.#shown(tail) }),
      truncated: after > tailLines,
      total_lines: this.#total,
    };
  }

  #add(line: string): void {
    if (this.#total < headLines) this.#head.push(line);
    else this.#ring[(this.#total - headLines) % tailLines] = line;
    this.#total++;
  }

  /** Masked as one text, because a key in PEM form has many lines. */
  #shown(lines: string[]): string {
    return this.#mask(lines.join('\n')).split('\n').map(cut).join('\n');
  }
}
