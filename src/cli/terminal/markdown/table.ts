import type { Table, TableRow } from 'mdast';
import type { Look } from '../look.js';
import { pad, widthOf, wrap } from '../wrap.js';
import { inline } from './inline.js';

/** A column with fewer columns of the terminal is not readable. */
const NARROWEST = 8;
const GAP = ' │ ';

/** A table, with its cells wrapped so that it fits. */
export function tableLines({ children, align }: Table, look: Look): string[] {
  const rows = children.map((row, index) => cells(row, look, index === 0));
  const count = Math.max(...rows.map(({ length }) => length));
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const widths = shrunk(wanted, look.width - GAP.length * (count - 1));
  const lines = rows.map((row) => rowLines(row, widths, align ?? [], look));
  const rule = look.paint('dim', widths.map((width) => '─'.repeat(width)).join('─┼─'));
  return [...lines[0]!, rule, ...lines.slice(1).flat()];
}

const cells = ({ children }: TableRow, look: Look, isHead: boolean): string[] =>
  children.map((cell) => inline(cell.children, look, isHead ? ['bold'] : []));

/** Takes from the widest columns until all truncate. */
function shrunk(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    const at = widths.indexOf(widest);
    widths[at] = widest - 1;
    excess--;
  }
  return widths;
}

function rowLines(row: string[], widths: readonly number[], align: Table['align'], look: Look): string[] {
  const columns = widths.map((width, column) => wrap(row[column] ?? '', width));
  const height = Math.max(...columns.map(({ length }) => length));
  const gap = look.paint('dim', GAP);
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, column) => pad(lines[line] ?? '', widths[column]!, align?.[column] ?? 'left'))
      .join(gap)
      .trimEnd(),
  );
}
