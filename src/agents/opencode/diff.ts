import { fileDiff, inContext, patchDiff } from '../kit/diff.js';
import { hunksIn } from '../kit/patch.js';
import { type Roots, shortPath } from '../kit/paths.js';

export interface NativePatch {
  path: string;
  movedTo?: string | null | undefined;
  /** A unified diff, with headers of its own kind. */
  patch: string;
  /** Whether the file was created or deleted: in the diff, an empty file looks like none. */
  created?: boolean;
  deleted?: boolean;
}

/** The server's diff with our headers and as much context as all diffs have; null if it is none. */
export function unifiedDiff(change: NativePatch, roots: Roots): string | null {
  const { path, movedTo, patch, created = false, deleted = false } = change;
  const hunks = hunksIn(patch);
  if (hunks === null) return null;
  const name = shortPath(path, roots);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (created) return fileDiff(name, null, textOf(lines, '+'));
  if (deleted) return fileDiff(name, textOf(lines, '-'), null);
  return patchDiff(name, inContext(hunks), movedTo == null ? name : shortPath(movedTo, roots));
}

/** The content of a file that the server takes for new, whether it is or not; null if the diff is of an existing one. */
export function contentOf(patch: string): string | null {
  const lines = hunksIn(patch)?.flatMap((hunk) => hunk.lines) ?? [];
  const isNew = lines.length > 0 && lines.every((line) => /^[+\\]/.test(line));
  return isNew ? textOf(lines, '+') : null;
}

/** The lines with a sign, as they are in the file. */
function textOf(lines: readonly string[], sign: '+' | '-'): string {
  return lines
    .map((line, i) => {
      if (!line.startsWith(sign)) return '';
      return lines[i + 1]?.startsWith('\\') ? line.slice(1) : `${line.slice(1)}\n`;
    })
    .join('');
}
