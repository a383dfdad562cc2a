import { Columns } from './columns.js';

/** Aligns rows in columns, ignoring colour codes. */
export function table(rows: readonly (readonly string[])[]): string {
  return new Columns().lines(rows).join('\n');
}
