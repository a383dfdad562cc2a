import { structuredPatch } from 'diff';

/** A hunk of a unified diff; its lines begin with ' ', '-', '+' or '\'. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

const CONTEXT = 3;
/** Texts that differ in more lines are shown as replaced: finding a minimal diff takes quadratic time. */
const MAX_EDIT_LENGTH = 500;
const NO_NEWLINE = '\\ No newline at end of file';

/** A unified diff of given hunks, optionally of a file that was moved. */
export function patchDiff(path: string, hunks: readonly Hunk[], movedTo: string = path): string {
  return unified(label('a', path), label('b', movedTo), hunks);
}

/** The same for hunks in text form. */
export function hunksDiff(path: string, hunks: string, movedTo: string = path): string {
  return `--- ${label('a', path)}\n+++ ${label('b', movedTo)}\n${hunks}`;
}

/** A unified diff of a whole file; null means that the file does not exist. */
export function fileDiff(
  path: string,
  before: string | null,
  after: string | null,
  movedTo: string = path,
): string {
  const from = before === null ? '/dev/null' : label('a', path);
  const to = after === null ? '/dev/null' : label('b', movedTo);
  return unified(from, to, hunksOf(before ?? '', after ?? ''));
}

/**
 * A unified diff of replacements at unknown positions: line numbers are relative to the replaced text. Meant for reading,
 * not for applying.
 */
export function fragmentDiff(path: string, edits: readonly { before: string; after: string }[]): string {
  const terminated = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return patchDiff(
    path,
    edits.flatMap(({ before, after }) => hunksOf(terminated(before), terminated(after))),
  );
}

/** The same changes with no more than three lines of context. */
export function inContext(hunks: readonly Hunk[]): Hunk[] {
  return hunks.flatMap(withoutDistantLines);
}

function withoutDistantLines(hunk: Hunk): Hunk[] {
  const isMarker = (line: string) => line.startsWith('\\');
  // The marker of a missing line break belongs to the line before it.
  const rows = hunk.lines.flatMap((line, i, all) => {
    const next = all[i + 1] ?? '';
    return isMarker(line) ? [] : [isMarker(next) ? [line, next] : [line]];
  });
  const isNear = rows.map(() => false);
  for (const [i, [line = '']] of rows.entries())
    if (!line.startsWith(' ')) isNear.fill(true, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  const cut: Hunk[] = [];
  let [oldStart, newStart] = [hunk.oldStart, hunk.newStart];
  for (const [i, row] of rows.entries()) {
    const [line = ''] = row;
    const oldLines = line.startsWith('+') ? 0 : 1;
    const newLines = line.startsWith('-') ? 0 : 1;
    if (isNear[i]) {
      if (!isNear[i - 1]) cut.push({ oldStart, oldLines: 0, newStart, newLines: 0, lines: [] });
      const last = cut.at(-1)!;
      last.oldLines += oldLines;
      last.newLines += newLines;
      last.lines.push(...row);
    }
    oldStart += oldLines;
    newStart += newLines;
  }
  return cut;
}

function hunksOf(before: string, after: string): Hunk[] {
  const options = { context: CONTEXT, maxEditLength: MAX_EDIT_LENGTH };
  return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [replacement(before, after)];
}

function replacement(before: string, after: string): Hunk {
  const removed = prefixed('-', before);
  const added = prefixed('+', after);
  const count = (lines: string[]) => lines.filter((line) => line !== NO_NEWLINE).length;
  return {
    oldStart: 1,
    oldLines: count(removed),
    newStart: 1,
    newLines: count(added),
    lines: [...removed, ...added],
  };
}

function prefixed(sign: '-' | '+', text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const isTerminated = lines.at(-1) === '';
  const whole = isTerminated ? lines.slice(0, -1) : lines;
  return [...whole.map((line) => `${sign}${line}`), ...(isTerminated ? [] : [NO_NEWLINE])];
}

function unified(from: string, to: string, hunks: readonly Hunk[]): string {
  let text = `--- ${from}\n+++ ${to}\n`;
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    text += `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n`;
    for (const line of lines) text += `${line}\n`;
  }
  return text;
}

/** An empty range is given by the line before it: 0 for an empty file. */
function range(start: number, length: number): string {
  if (length === 0) return `${Math.max(0, start - 1)},0`;
  return length === 1 ? `${start}` : `${start},${length}`;
}

/** An absolute path stays absolute: `a//etc/hosts`. */
function label(side: 'a' | 'b', path: string): string {
  return `${side}/${path}`;
}
