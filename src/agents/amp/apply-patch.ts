import { fileDiff, type Hunk, patchDiff } from '../kit/diff.js';

/** A tool's change to one file. */
export interface FileChange {
  path: string;
  action: 'write' | 'patch';
  diff?: string;
}

/** Parses a patch of the `apply_patch` tool: one section per file, with hunks that carry no line numbers. */
export function changesIn(patch: string): FileChange[] {
  const sections = patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1);
  return sections.map((section) => {
    const [head = '', ...lines] = section.split('\n');
    const [, kind = '', path = ''] = /^(\w+) File: (.+?)\s*$/.exec(head) ?? [];
    // The patch does not contain the deleted content.
    if (kind === 'Delete') return { path, action: 'patch' };
    if (kind === 'Add') return { path, action: 'write', diff: fileDiff(path, null, contentOf(lines)) };
    return { path, action: 'patch', diff: patchDiff(path, hunksOf(lines)) };
  });
}

function contentOf(lines: readonly string[]): string {
  return lines.flatMap((line) => (line.startsWith('+') ? [`${line.slice(1)}\n`] : [])).join('');
}

/** The position of a hunk in the file is unknown, so its line numbers start at 1. */
function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('***')) continue;
    if (line.startsWith('@@')) hunks.push([]);
    else if (/^[ +-]/.test(line)) hunks.at(-1)!.push(line);
  }
  return hunks
    .filter((hunk) => hunk.length > 0)
    .map((hunk) => {
      const oldLines = hunk.filter((line) => !line.startsWith('+')).length;
      const newLines = hunk.filter((line) => !line.startsWith('-')).length;
      const start = (count: number) => (count === 0 ? 0 : 1);
      return { oldStart: start(oldLines), oldLines, newStart: start(newLines), newLines, lines: hunk };
    });
}
