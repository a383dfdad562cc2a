import { contentOf, type ItemRow, type Row, threadIdOf } from '../../client/index.js';
import { plain } from '../terminal/untrusted.js';
import { isThought, textOf } from './view/message.js';

/** The answers of the agent as it writes them, for files and other programs: Markdown, line by line. */
export class RawAnswers {
  readonly #write: (text: string) => void;
  /** How much of each unfinished message is written. */
  readonly #written = new Map<string, number>();
  #hasWritten = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  take(row: Row | null): void {
    if (row?.type !== 'item' || !isAnswer(row)) return;
    const text = textOf(contentOf(row));
    const isOver = row.item.status !== 'in_progress';
    const from = this.#written.get(row.key) ?? 0;
    // A control sequence never spans lines.
    const to = isOver ? text.length : text.lastIndexOf('\n') + 1;
    if (to > from) {
      if (from === 0 && this.#hasWritten) this.#write('\n');
      this.#hasWritten = true;
      this.#write(plain(text.slice(from, to)));
    }
    if (isOver && text !== '' && !text.endsWith('\n')) this.#write('\n');
    if (isOver) this.#written.delete(row.key);
    else this.#written.set(row.key, Math.max(from, to));
  }
}

const isAnswer = (row: ItemRow) =>
  row.item.kind === 'message' && row.item.role === 'assistant' && threadIdOf(row) === null && !isThought(row);
