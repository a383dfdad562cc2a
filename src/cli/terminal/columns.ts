import { stripVTControlCharacters } from 'node:util';

const width = (text: string) => stripVTControlCharacters(text).length;

/** Rows in aligned columns that arrive bit by bit: a column gets wider, never narrower. */
export class Columns {
  readonly #widths: number[] = [];

  /** The rows as lines. */
  lines(rows: readonly (readonly string[])[]): string[] {
    for (const row of rows) {
      for (const [column, text] of row.entries())
        this.#widths[column] = Math.max(this.#widths[column] ?? 0, width(text));
    }
    const padded = (text: string, column: number) =>
      text + ' '.repeat((this.#widths[column] ?? 0) - width(text));
    return rows.map((row) => row.map(padded).join('  ').trimEnd());
  }
}
