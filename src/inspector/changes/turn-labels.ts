import type { ChangesResponse, Transcript } from '../../client/index.js';
import { firstLine } from '../ui/first-line.js';

export interface EditingTurn {
  turnId: string;
  label: string;
}

const MOST_CHARS = 60;

/** The turns that have changed files, in order, named by their first message where that is loaded. */
export function editingTurns({ files }: ChangesResponse, transcript: Transcript): EditingTurn[] {
  const first = new Map<string, number>();
  for (const { turnId, sequence } of files.flatMap(({ edits }) => edits))
    if (turnId !== null) first.set(turnId, Math.min(sequence, first.get(turnId) ?? sequence));
  return [...first]
    .sort(([, a], [, b]) => a - b)
    .map(([turnId], index) => ({
      turnId,
      label: `${index + 1}. ${messageOf(turnId, transcript) ?? 'Turn'}`,
    }));
}

function messageOf(turnId: string, { rows }: Transcript): string | null {
  for (const row of rows) {
    if (row.type !== 'item' || row.turnId !== turnId || row.item.role !== 'user') continue;
    const text = row.item.content.find((part) => part.type === 'text')?.text ?? '';
    const line = firstLine(text);
    return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)} …` : line;
  }
  return null;
}
