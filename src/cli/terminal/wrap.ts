import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** How many columns a text takes. */
export const widthOf = (text: string): number => stringWidth(text);

/** Narrower columns would have more lines than anybody reads. */
const LEAST = 8;

export interface Margins {
  /** Before the first line. */
  first?: string;
  /** Before all others. */
  rest?: string;
}

/** Prose, wrapped between words. */
export function wrap(text: string, width: number, { first = '', rest = first }: Margins = {}): string[] {
  return broken(text, width, first, rest, true);
}

/** Code and output, wrapped anywhere with its spaces kept. */
export function wrapCode(text: string, width: number, { first = '', rest = first }: Margins = {}): string[] {
  return broken(text, width, first, rest, false);
}

function broken(text: string, width: number, first: string, rest: string, isProse: boolean): string[] {
  const room = Math.max(LEAST, width - Math.max(widthOf(first), widthOf(rest)));
  const lines = wrapAnsi(text, room, { hard: true, trim: isProse, wordWrap: isProse }).split('\n');
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`);
}

/** Plain text on one line of at most `width` columns. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

/** Padded with spaces to a width. */
export function pad(text: string, width: number, align: 'left' | 'right' | 'center' = 'left'): string {
  const room = Math.max(0, width - widthOf(text));
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(room - before);
}
