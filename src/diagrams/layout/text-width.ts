/**
 * Widths of characters in parts of the font size, at the upper end of what common sans-serif fonts have: the daemon has no
 * fonts to measure with, and a layout that is the same everywhere can be tested.
 */
const NARROW = 0.36;
const MIDDLE = 0.61;
const WIDE = 0.92;
const FULL = 1.05;
const narrow = new Set("ijltfrI.,:;'|!()[] ");
const wide = new Set('mwMW@%');

/** By how much bold text is wider. */
const BOLD = 1.06;

export const boldWidth = (text: string, size: number) => textWidth(text, size * BOLD);

export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (narrow.has(character)) width += NARROW;
    else if (wide.has(character)) width += WIDE;
    else width += character.codePointAt(0)! > 0x2000 ? FULL : MIDDLE;
  }
  return Math.ceil(width * size);
}
