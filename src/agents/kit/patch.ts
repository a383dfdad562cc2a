import { applyPatch, parsePatch } from 'diff';
import type { Hunk } from './diff.js';

/** The hunks of a unified diff of one file; null if it has none that can be parsed. */
export function hunksIn(diff: string): Hunk[] | null {
  try {
    const hunks = parsePatch(diff).flatMap((file) => file.hunks);
    return hunks.length === 0 ? null : hunks;
  } catch {
    return null;
  }
}

/** Applies hunks at their positions; null if they do not fit. */
export function patched(text: string, hunks: readonly Hunk[]): string | null {
  const lines = text.split(/\r?\n/);
  const fitting = hunks.map((hunk) => indented(hunk, lines));
  if (!fitting.every((hunk) => hunk !== null)) return null;
  const after = applyPatch(text, {
    oldFileName: undefined,
    newFileName: undefined,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: fitting,
  });
  return after === false ? null : after;
}

/** Some providers strip the indentation that all lines of a diff share. The file tells what it was. */
function indented(hunk: Hunk, lines: readonly string[]): Hunk | null {
  let at = hunk.oldStart - 1;
  let indentation = '';
  const restored: string[] = [];
  for (const line of hunk.lines) {
    if (line[0] !== ' ' && line[0] !== '-') {
      restored.push(line);
      continue;
    }
    const before = lines[at++];
    const stripped = before === undefined ? null : strippedFrom(before, line.slice(1));
    if (stripped === null) return null;
    indentation ||= stripped;
    restored.push(`${line[0]}${before}`);
  }
  const isAdded = (line: string) => line.startsWith('+') && line.trim() !== '+';
  return {
    ...hunk,
    lines: restored.map((line) => (isAdded(line) ? `+${indentation}${line.slice(1)}` : line)),
  };
}

/** The white space at the start of a line that its copy lacks; null if it is no copy. */
function strippedFrom(line: string, copy: string): string | null {
  if (line.trim() === '' && copy.trim() === '') return '';
  if (!line.endsWith(copy)) return null;
  const missing = line.slice(0, line.length - copy.length);
  return missing.trim() === '' ? missing : null;
}
