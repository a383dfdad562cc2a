import { stripVTControlCharacters } from 'node:util';

/** Text that others wrote, on one line: nothing in it can move the cursor or colour what follows. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The beginning of a text that is wider than there is room. */
export function shortened(text: string, width: number): string {
  const letters = [...text];
  return letters.length > width ? `${letters.slice(0, Math.max(width - 1, 0)).join('')}…` : text;
}
