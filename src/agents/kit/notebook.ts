import { z } from 'zod';
import type { ProposedChange } from '../../schema/index.js';

type CellChange = Pick<Extract<ProposedChange, { type: 'cell' }>, 'action' | 'cell' | 'kind' | 'source'>;

const Cell = z.looseObject({ id: z.string().optional(), cell_type: z.string() });
type Cell = z.infer<typeof Cell>;
const Notebook = z.looseObject({ cells: z.array(Cell) });

/** The text of a Jupyter notebook after a change of one cell; null if it is no notebook or has no such cell. */
export function notebookAfter(text: string, { action, cell, kind, source }: CellChange): string | null {
  const notebook = parsed(text);
  if (notebook === null) return null;
  const cells = [...notebook.cells];
  const index = cell === undefined ? -1 : indexOf(cells, cell);
  const found = cells[index];
  if (action === 'insert') {
    if (cell !== undefined && found === undefined) return null;
    cells.splice(index + 1, 0, newCell(kind ?? 'code', source));
  } else if (found === undefined) return null;
  else if (action === 'delete') cells.splice(index, 1);
  else cells[index] = changed(found, kind ?? found.cell_type, source);
  return JSON.stringify({ ...notebook, cells }, null, 1);
}

function parsed(text: string): z.infer<typeof Notebook> | null {
  try {
    return Notebook.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A cell is named by its id, or as `cell-3` by its position. */
function indexOf(cells: readonly Cell[], name: string): number {
  const index = cells.findIndex(({ id }) => id === name);
  const position = /^cell-(\d+)$/.exec(name)?.[1];
  return index === -1 && position !== undefined ? Number(position) : index;
}

/** The output of a changed cell is no longer that of its source. */
const unrun = { execution_count: null, outputs: [] };

function changed(cell: Cell, kind: string, source: string): Cell {
  return { ...cell, cell_type: kind, source, ...(kind === 'code' ? unrun : {}) };
}

function newCell(kind: string, source: string): Cell {
  return { cell_type: kind, source, metadata: {}, ...(kind === 'code' ? unrun : {}) };
}
