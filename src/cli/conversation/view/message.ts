import { type ContentPart, contentOf, type ItemRow } from '../../../client/index.js';
import type { Look } from '../../terminal/look.js';
import { MarkdownStream } from '../../terminal/markdown/stream.js';
import { plain, plainLine } from '../../terminal/untrusted.js';
import { wrap } from '../../terminal/wrap.js';
import { unknownLines } from './lines.js';

const LIVE_THOUGHT_LINES = 3;
const MOST_THOUGHT_LINES = 12;

/** A message that is shown while it is written: block by block. */
export class StreamedMessage {
  readonly #markdown: MarkdownStream;
  readonly #look: Look;

  constructor(look: Look) {
    this.#markdown = new MarkdownStream(look);
    this.#look = look;
  }

  /** The lines that will not change any more. */
  take(row: ItemRow): string[] {
    const parts = contentOf(row);
    if (row.item.status === 'in_progress') return this.#markdown.grow(textOf(parts));
    const lines = this.#markdown.end(textOf(parts));
    const isCut = row.item.status === 'failed' && textOf(parts) !== '';
    return [
      ...lines,
      ...attached(parts, this.#look),
      ...(isCut ? [this.#look.paint('yellow', '(cut off)')] : []),
    ];
  }

  /** The block that still grows. */
  live(): string[] {
    return this.#markdown.open();
  }
}

/** A thought, dimmed; a long one is shortened. */
export function thoughtLines(row: ItemRow, look: Look): string[] {
  const lines = thought(row, look);
  const excess = lines.length - MOST_THOUGHT_LINES;
  if (excess <= 1) return lines;
  return [...lines.slice(0, MOST_THOUGHT_LINES), look.paint('dim', `  … ${excess} more lines of thought`)];
}

/** The end of a thought that goes on. */
export const liveThought = (row: ItemRow, look: Look): string[] =>
  thought(row, look).slice(-LIVE_THOUGHT_LINES);

function thought(row: ItemRow, look: Look): string[] {
  const text = plain(textOf(contentOf(row))).trim();
  if (text === '') return [];
  const lines = text.split('\n').flatMap((line) => wrap(line, look.width, { first: '  ' }));
  return lines.map((line, index) => look.paint(['dim', 'italic'], index === 0 ? `∴ ${line.slice(2)}` : line));
}

/** A message of the user, as it was typed. */
export function userLines(row: ItemRow, look: Look): string[] {
  const parts = contentOf(row);
  const text = plain(textOf(parts)).trimEnd();
  const lines = text.split('\n').flatMap((line) => wrap(line, look.width, { first: '  ' }));
  const shown = lines.map((line, index) => (index === 0 ? `› ${line.slice(2)}` : line));
  return [...shown.map((line) => look.paint('cyan', line)), ...attached(parts, look)];
}

/** A message of the system: not for reading, but not hidden either. */
export function systemLines(row: ItemRow, look: Look): string[] {
  const text = plain(textOf(contentOf(row))).trim();
  return text === ''
    ? []
    : wrap(text, look.width, { first: '· ', rest: '  ' }).map((line) => look.paint('dim', line));
}

/** Whether a message is nothing but reasoning. */
export function isThought({ item }: ItemRow): boolean {
  return (
    item.kind === 'message' &&
    item.content.length > 0 &&
    item.content.every(({ type }) => type === 'reasoning')
  );
}

export function textOf(parts: readonly ContentPart[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? [part.text] : []))
    .join('\n\n');
}

function attached(parts: readonly ContentPart[], look: Look): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return [];
    if (part.type === 'image') return [look.paint('dim', `[image] ${plainLine(part.path).slice(0, 200)}`)];
    if (part.type === 'file_ref') return [look.paint('dim', `[file] ${plainLine(part.path)}`)];
    return unknownLines([part], look);
  });
}
