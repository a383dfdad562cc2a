/** A part of a patch, as the CLI's file tools tell it: lines begin with ' ', '-', '+' or '\'. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

const CONTEXT = 3;
const NO_NEWLINE = '\n\\ No newline at end of file';

/** A unified diff of hunks that are known. */
export function patchDiff(path: string, hunks: readonly Hunk[]): string {
  return unified(label('a', path), label('b', path), hunks);
}

/** A unified diff of a whole file; `before` is null where there was none. */
export function fileDiff(path: string, before: string | null, after: string): string {
  const hunks = hunkOf(linesOf(before ?? '', NO_NEWLINE), linesOf(after, NO_NEWLINE));
  return unified(before === null ? '/dev/null' : label('a', path), label('b', path), hunks);
}

/**
 * A unified diff of replacements whose place in the file nobody told: its line numbers count from the replaced text
 * on. It is to be looked at, and not to be applied.
 */
export function fragmentDiff(path: string, edits: readonly { before: string; after: string }[]): string {
  return patchDiff(
    path,
    edits.flatMap(({ before, after }) => hunkOf(linesOf(before, ''), linesOf(after, ''))),
  );
}

function unified(from: string, to: string, hunks: readonly Hunk[]): string {
  let text = `--- ${from}\n+++ ${to}\n`;
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    text += `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n`;
    for (const line of lines) text += `${line}\n`;
  }
  return text;
}

/** One hunk around all that differs; none where nothing does. */
function hunkOf(before: string[], after: string[]): Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  if (head === before.length && head === after.length) return [];
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;

  const start = Math.max(0, head - CONTEXT);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const below = before.slice(before.length - tail, before.length - tail + CONTEXT);
  const lines = [
    ...before.slice(start, head).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ];
  const around = head - start + below.length;
  const oldLines = around + removed.length;
  const newLines = around + added.length;
  // A side without lines is named by the line before it: 0 for an empty file.
  return [
    {
      oldStart: oldLines === 0 ? start : start + 1,
      oldLines,
      newStart: newLines === 0 ? start : start + 1,
      newLines,
      lines,
    },
  ];
}

/** The mark stays with the line that lacks its newline, so that such a line differs from one that has it. */
function linesOf(text: string, noNewline: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines[lines.length - 1] += noNewline;
  return lines;
}

function range(start: number, length: number): string {
  return length === 1 ? `${start}` : `${start},${length}`;
}

function label(side: 'a' | 'b', path: string): string {
  return path.startsWith('/') ? `${side}${path}` : `${side}/${path}`;
}
