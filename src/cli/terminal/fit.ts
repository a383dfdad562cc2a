import { stripVTControlCharacters } from 'node:util';
import { shortened } from './one-line.js';

/** Between two columns. */
const GAP = 2;
const NARROWEST = 8;

/**
 * Cuts the texts of some columns so that rows fit into a width, the widest first. These columns must be plain text: what
 * is cut would lose the end of its style.
 */
export function fitted(
  rows: readonly (readonly string[])[],
  flexible: readonly number[],
  available: number,
): string[][] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, text] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, stripVTControlCharacters(text).length);
  }
  let excess = widths.reduce((sum, width) => sum + width + GAP, -GAP) - available;
  while (excess > 0) {
    const widest = flexible.reduce((most, column) => (widths[column]! > widths[most]! ? column : most));
    if (widths[widest]! <= NARROWEST) break;
    widths[widest]!--;
    excess--;
  }
  return rows.map((row) =>
    row.map((text, column) => (flexible.includes(column) ? shortened(text, widths[column]!) : text)),
  );
}
