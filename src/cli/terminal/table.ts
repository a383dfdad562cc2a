import { stripVTControlCharacters } from 'node:util';

/** Aligns rows in columns, ignoring colour codes. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (text: string) => stripVTControlCharacters(text).length;
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  const padded = (text: string, column: number) => text + ' '.repeat((widths[column] ?? 0) - width(text));
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
