import parseDiff from 'parse-diff';

export interface DiffLine {
  type: 'add' | 'del' | 'normal' | 'gap';
  text: string;
  before: number | null;
  after: number | null;
}

export interface DiffFile {
  /** null if unknown. */
  path: string | null;
  /** Whether the whole file appears or disappears. */
  change: 'new' | 'deleted' | 'changed';
  added: number;
  removed: number;
  lines: DiffLine[];
}

const NO_FILE = '/dev/null';

/** Parses the files of a unified diff; null if it is not one. */
export function parseFiles(diff: string): DiffFile[] | null {
  try {
    const files = parseDiff(diff).filter(({ chunks }) => chunks.length > 0);
    return files.length === 0 ? null : files.map(fileOf);
  } catch {
    return null;
  }
}

function fileOf({ from, to, additions, deletions, chunks }: parseDiff.File): DiffFile {
  const path = to && to !== NO_FILE ? to : (from ?? null);
  const change = from === NO_FILE ? 'new' : to === NO_FILE ? 'deleted' : 'changed';
  return { path, change, added: additions, removed: deletions, lines: chunks.flatMap(linesOf) };
}

function linesOf({ content, changes }: parseDiff.Chunk): DiffLine[] {
  const gap: DiffLine = { type: 'gap', text: content, before: null, after: null };
  return [gap, ...changes.map(lineOf)];
}

function lineOf(change: parseDiff.Change): DiffLine {
  const text = change.content.slice(1);
  if (change.type === 'normal') return { type: 'normal', text, before: change.ln1, after: change.ln2 };
  const isAdded = change.type === 'add';
  return {
    type: change.type,
    text,
    before: isAdded ? null : change.ln,
    after: isAdded ? change.ln : null,
  };
}
