import { type Block, joined, moved } from './block.js';
import { BETWEEN } from './sizes.js';

/** A region, which can be drawn wider or higher than it needs to be. */
export interface Stretchable {
  width: number;
  height: number;
  draw(width: number, height: number): Block;
}

/** Sets regions in columns, in their order, so that the highest column is as low as possible. */
export function inColumns(parts: readonly Stretchable[], most: number): Block {
  const columns = bestSplit(parts, Math.min(most, parts.length));
  const height = Math.max(0, ...columns.map(heightOf));
  const placed: Block[] = [];
  let x = 0;
  for (const column of columns) {
    const width = Math.max(...column.map((part) => part.width));
    // The rest of a column's height is shared, so that all columns end on one line.
    const spare = (height - heightOf(column)) / column.length;
    let y = 0;
    for (const part of column) {
      placed.push(moved(part.draw(width, part.height + spare), x, y));
      y += part.height + spare + BETWEEN;
    }
    x += width + BETWEEN;
  }
  return joined(Math.max(0, x - BETWEEN), height, placed);
}

function heightOf(column: readonly Stretchable[]): number {
  return column.reduce((sum, { height }) => sum + height, (column.length - 1) * BETWEEN);
}

function bestSplit(parts: readonly Stretchable[], columns: number): (readonly Stretchable[])[] {
  if (columns <= 1) return parts.length === 0 ? [] : [parts];
  let best: (readonly Stretchable[])[] = [parts];
  for (let first = 1; first <= parts.length - columns + 1; first++) {
    const split = [parts.slice(0, first), ...bestSplit(parts.slice(first), columns - 1)];
    const highest = (all: typeof best) => Math.max(...all.map(heightOf));
    if (split.length === columns && (best.length < columns || highest(split) < highest(best))) best = split;
  }
  return best;
}
