import { widthOf } from './wrap.js';

/** What may still change: the lines at the bottom, and where the cursor is in them. */
export interface Frame {
  lines: readonly string[];
  /** Without one, the cursor is hidden. */
  cursor?: { line: number; column: number } | undefined;
}

export interface ScreenOutput {
  write(text: string): unknown;
  rows?: number;
  columns?: number;
}

const CLEAR_LINE = '\r\u001b[2K';
const CLEAR_BELOW = '\u001b[J';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
/** Terminals that know these draw what is between them at once; others ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/**
 * A terminal whose last lines are drawn again and again, while everything above them is printed once and scrolls away.
 * Lines must fit: none may be as wide as the terminal.
 */
export class Screen {
  readonly #output: ScreenOutput;
  #frame: Frame = { lines: [] };
  /** The line of the frame that the cursor is on. */
  #at = 0;
  #isOpen = false;

  constructor(output: ScreenOutput) {
    this.#output = output;
  }

  get rows(): number {
    return this.#output.rows || 24;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#output.write(PASTE_ON + HIDE_CURSOR);
  }

  /** Prints lines above the frame, and draws it anew if it has changed. */
  draw(printed: readonly string[], frame: Frame): void {
    const next = cut(frame, this.rows - 1);
    if (printed.length === 0 && isSame(this.#frame, next)) return;
    const text = [...printed, ...next.lines].map((line) => CLEAR_LINE + line).join('\n');
    const end = printed.length > 0 && next.lines.length === 0 ? '\n' : '';
    this.#output.write(
      BEGIN + HIDE_CURSOR + this.#up(this.#at) + text + end + CLEAR_BELOW + this.#placed(next) + END,
    );
    this.#frame = next;
  }

  /** After the terminal has changed its size, and wrapped the lines of the frame. */
  resized(): void {
    const { columns = 80 } = this.#output;
    const height = (line: string) => Math.max(1, Math.ceil(widthOf(line) / columns));
    this.#at = this.#frame.lines.slice(0, this.#at).reduce((sum, line) => sum + height(line), 0);
    this.#frame = { lines: ['resized'] };
  }

  /** Leaves the terminal as it was, without the frame. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#output.write(`${this.#up(this.#at)}${CLEAR_LINE}${CLEAR_BELOW}${PASTE_OFF}${SHOW_CURSOR}`);
    this.#frame = { lines: [] };
    this.#at = 0;
  }

  #up(lines: number): string {
    return lines > 0 ? `\r\u001b[${lines}A` : '\r';
  }

  #placed({ lines, cursor }: Frame): string {
    const last = Math.max(0, lines.length - 1);
    this.#at = last;
    if (!cursor) return '';
    this.#at = cursor.line;
    const right = cursor.column > 0 ? `\u001b[${cursor.column}C` : '';
    return `${this.#up(last - cursor.line)}\r${right}${SHOW_CURSOR}`;
  }
}

/** The end of a frame that is too high: what is asked and typed is there. */
function cut({ lines, cursor }: Frame, most: number): Frame {
  const excess = lines.length - most;
  if (excess <= 0) return { lines, cursor };
  return {
    lines: lines.slice(excess),
    cursor: cursor && { ...cursor, line: Math.max(0, cursor.line - excess) },
  };
}

function isSame(a: Frame, b: Frame): boolean {
  return (
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => line === b.lines[index]) &&
    a.cursor?.line === b.cursor?.line &&
    a.cursor?.column === b.cursor?.column
  );
}
