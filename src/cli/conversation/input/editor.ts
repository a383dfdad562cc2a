import type { Key } from '../../terminal/keyboard.js';
import type { Look } from '../../terminal/look.js';
import { widthOf } from '../../terminal/wrap.js';

const PROMPT = '› ';
const REST = '  ';
const MOST_HISTORY = 500;

/** A text of one or more lines that is being typed, with a history. */
export class Editor {
  readonly #history: string[];
  #text = '';
  #cursor = 0;
  /** The place in the history, from its end; 0 is the text that is being typed. */
  #back = 0;
  #draft = '';

  constructor(history: readonly string[] = []) {
    this.#history = history.slice(-MOST_HISTORY);
  }

  get text(): string {
    return this.#text;
  }

  /** Replaces the text. */
  set(text: string): void {
    this.#text = text;
    this.#cursor = text.length;
  }

  /** Takes a key; returns the text if it was submitted by it. */
  press(key: Key): string | null {
    const { name, text, ctrl, meta, isPasted } = key;
    if (name === 'return' && !isPasted && !meta) return this.#submit();
    if (name === 'return' || name === 'enter') this.#insert('\n');
    else if (isPasted && name === 'tab') this.#insert('  ');
    else if (text !== '') this.#insert(text);
    else if (ctrl) this.#control(name);
    else this.#move(name, meta);
    return null;
  }

  /** The lines with the cursor's place in them. */
  render(look: Look, hint: string): { lines: string[]; line: number; column: number } {
    if (this.#text === '') {
      const line = look.paint('cyan', PROMPT) + look.paint('dim', hint);
      return { lines: [line], line: 0, column: widthOf(PROMPT) };
    }
    const lines: string[] = [];
    let place = { line: 0, column: 0 };
    let offset = 0;
    for (const typed of this.#text.split('\n')) {
      for (const { text, from, isLast } of rowsOf(typed, look.width - PROMPT.length)) {
        const within = this.#cursor - offset - from;
        if (within >= 0 && (within < text.length || (isLast && within === text.length)))
          place = { line: lines.length, column: PROMPT.length + widthOf(text.slice(0, within)) };
        lines.push((lines.length === 0 ? look.paint('cyan', PROMPT) : REST) + text);
      }
      offset += typed.length + 1;
    }
    return { lines, ...place };
  }

  #submit(): string | null {
    if (this.#text.endsWith('\\')) {
      this.set(`${this.#text.slice(0, -1)}\n`);
      return null;
    }
    const text = this.#text.trim();
    if (text === '') return null;
    if (this.#history.at(-1) !== text) this.#history.push(text);
    if (this.#history.length > MOST_HISTORY) this.#history.shift();
    this.#back = 0;
    this.set('');
    return text;
  }

  #insert(text: string): void {
    this.#text = this.#text.slice(0, this.#cursor) + text + this.#text.slice(this.#cursor);
    this.#cursor += text.length;
  }

  #remove(from: number, to: number): void {
    this.#text = this.#text.slice(0, from) + this.#text.slice(to);
    this.#cursor = from;
  }

  #control(name: string): void {
    const { start, end } = this.#line();
    if (name === 'a') this.#cursor = start;
    if (name === 'e') this.#cursor = end;
    if (name === 'b') this.#cursor = this.#previous();
    if (name === 'f') this.#cursor = this.#next();
    if (name === 'u') this.#remove(start, this.#cursor);
    if (name === 'k') this.#remove(this.#cursor, end);
    if (name === 'w') this.#remove(this.#wordBefore(), this.#cursor);
    if (name === 'h') this.#remove(this.#previous(), this.#cursor);
    if (name === 'd') this.#remove(this.#cursor, this.#next());
    if (name === 'p') this.#recall(1);
    if (name === 'n') this.#recall(-1);
    if (name === 'left') this.#cursor = this.#wordBefore();
    if (name === 'right') this.#cursor = this.#wordAfter();
  }

  #move(name: string, meta: boolean): void {
    const { start, end } = this.#line();
    if (name === 'left' || (meta && name === 'b'))
      this.#cursor = meta ? this.#wordBefore() : this.#previous();
    if (name === 'right' || (meta && name === 'f')) this.#cursor = meta ? this.#wordAfter() : this.#next();
    if (name === 'home') this.#cursor = start;
    if (name === 'end') this.#cursor = end;
    if (name === 'backspace') this.#remove(meta ? this.#wordBefore() : this.#previous(), this.#cursor);
    if (name === 'delete') this.#remove(this.#cursor, this.#next());
    if (name === 'up') this.#up(start);
    if (name === 'down') this.#down(end);
  }

  /** The line above, or the history if there is none. */
  #up(start: number): void {
    if (start === 0) return this.#recall(1);
    const above = this.#text.lastIndexOf('\n', start - 2) + 1;
    this.#cursor = Math.min(above + this.#cursor - start, start - 1);
  }

  #down(end: number): void {
    if (end === this.#text.length) return this.#recall(-1);
    const { start } = this.#line();
    const next = this.#text.indexOf('\n', end + 1);
    this.#cursor = Math.min(end + 1 + this.#cursor - start, next < 0 ? this.#text.length : next);
  }

  #recall(step: 1 | -1): void {
    const back = this.#back + step;
    if (back < 0 || back > this.#history.length) return;
    if (this.#back === 0) this.#draft = this.#text;
    this.#back = back;
    this.set(back === 0 ? this.#draft : this.#history.at(-back)!);
  }

  #line(): { start: number; end: number } {
    const end = this.#text.indexOf('\n', this.#cursor);
    return {
      start: this.#cursor === 0 ? 0 : this.#text.lastIndexOf('\n', this.#cursor - 1) + 1,
      end: end < 0 ? this.#text.length : end,
    };
  }

  /** By what people take for one character, such as an emoji of several code points. */
  #previous(): number {
    const before = [...new Intl.Segmenter().segment(this.#text.slice(0, this.#cursor))];
    return before.at(-1)?.index ?? 0;
  }

  #next(): number {
    const [first] = new Intl.Segmenter().segment(this.#text.slice(this.#cursor));
    return this.#cursor + (first?.segment.length ?? 0);
  }

  #wordBefore(): number {
    const before = this.#text.slice(0, this.#cursor).trimEnd();
    return Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n')) + 1;
  }

  #wordAfter(): number {
    const rest = this.#text.slice(this.#cursor);
    const word = rest.length - rest.trimStart().length;
    const end = rest.slice(word).search(/\s/);
    return end < 0 ? this.#text.length : this.#cursor + word + end;
  }
}

interface EditorRow {
  text: string;
  from: number;
  isLast: boolean;
}

/** A line, cut into rows of the terminal. */
function rowsOf(line: string, width: number): EditorRow[] {
  const rows: EditorRow[] = [];
  let from = 0;
  let text = '';
  for (const { segment, index } of new Intl.Segmenter().segment(line)) {
    if (text !== '' && widthOf(text) + widthOf(segment) >= width) {
      rows.push({ text, from, isLast: false });
      from = index;
      text = '';
    }
    text += segment;
  }
  return [...rows, { text, from, isLast: true }];
}
