import type { Hunk } from './diff.js';
import { hunksIn, patched } from './patch.js';

/** The text of a file; null if it does not exist. */
export type Content = string | null;

/** An edit as it was recorded: one file, with a unified diff if it is known. */
export interface RecordedEdit {
  action: 'write' | 'patch';
  diff: string | null;
}

const HEADER = /^--- (.*)\n\+\+\+ (.*)\n/;
const NOWHERE = '/dev/null';

/** The files that a diff names, relative to the session's folder; null for one that does not exist. */
export function filesOf(diff: string): { from: string | null; to: string | null } | null {
  const [, from, to] = HEADER.exec(diff) ?? [];
  if (from === undefined || to === undefined) return null;
  return { from: nameIn(from), to: nameIn(to) };
}

/** The content after an edit; undefined if that is unknown, since the edit does not fit. */
export function contentAfter(
  content: Content | undefined,
  { action, diff }: RecordedEdit,
): Content | undefined {
  const files = diff === null ? null : filesOf(diff);
  if (diff === null || files === null) return undefined;
  if (files.to === null) return null;
  const hunks = hunksIn(diff) ?? [];
  if (files.from === null || (action === 'write' && isWhole(hunks))) return sideOf(hunks, '+');
  // An edit of a file that its recorded edits had removed: something else has made it again.
  if (content === undefined || content === null) return undefined;
  return patched(content, hunks) ?? replaced(content, hunks) ?? undefined;
}

/** The content before an edit, from the content after it; undefined if that is unknown. */
export function contentBefore(
  content: Content | undefined,
  { action, diff }: RecordedEdit,
): Content | undefined {
  const files = diff === null ? null : filesOf(diff);
  if (diff === null || files === null) return undefined;
  if (files.from === null) return null;
  const hunks = hunksIn(diff) ?? [];
  if (files.to === null) return sideOf(hunks, '-');
  if (action === 'write' && isWhole(hunks)) return undefined;
  if (content === undefined || content === null) return undefined;
  const backwards = hunks.map(reversed);
  return patched(content, backwards) ?? replaced(content, backwards) ?? undefined;
}

/** Whether a diff tells the whole new content and nothing of the old one. */
function isWhole(hunks: readonly Hunk[]): boolean {
  return hunks.length > 0 && hunks.every(({ lines }) => lines.every((line) => /^[+\\]/.test(line)));
}

function reversed({ oldStart, oldLines, newStart, newLines, lines }: Hunk): Hunk {
  return {
    oldStart: newStart,
    oldLines: newLines,
    newStart: oldStart,
    newLines: oldLines,
    lines: lines.map((line) => {
      if (line.startsWith('+')) return `-${line.slice(1)}`;
      return line.startsWith('-') ? `+${line.slice(1)}` : line;
    }),
  };
}

/** The positions of some diffs are unknown, and files get longer in between: each hunk must fit in exactly one place. */
function replaced(content: string, hunks: readonly Hunk[]): string | null {
  let text = content;
  for (const { lines } of hunks) {
    const [from, to] = [fragment(lines, '-'), fragment(lines, '+')];
    const at = from === '' ? -1 : text.indexOf(from);
    if (at < 0 || text.indexOf(from, at + 1) >= 0) return null;
    text = text.slice(0, at) + to + text.slice(at + from.length);
  }
  return text;
}

/** One side of a hunk, without its last line break: an edit may end within a line. */
function fragment(lines: readonly string[], sign: '+' | '-'): string {
  return lines
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n');
}

/** The file that a diff adds or removes. */
function sideOf(hunks: readonly Hunk[], sign: '+' | '-'): string {
  let text = '';
  for (const { lines } of hunks)
    for (const [i, line] of lines.entries())
      if (line.startsWith(sign))
        text += lines[i + 1]?.startsWith('\\') ? line.slice(1) : `${line.slice(1)}\n`;
  return text;
}

function nameIn(label: string): string | null {
  return label === NOWHERE ? null : label.replace(/^[ab]\//, '');
}
