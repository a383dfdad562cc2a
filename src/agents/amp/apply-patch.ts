import { type Hunk, patchDiff } from '../diff.js';

/** What a patch of the `apply_patch` tool does to one file. */
export interface FilePatch {
  path: string;
  action: 'write' | 'patch';
  diff: string;
}

/** Reads the patches between `*** Begin Patch` and `*** End Patch`: sections of files, with hunks without numbers. */
export function filePatches(text: string): FilePatch[] {
  const sections = text.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1);
  return sections.map((section) => {
    const [head = '', ...lines] = section.split('\n');
    const [, kind = '', path = ''] = /^(\w+) File: (.+?)\s*$/.exec(head) ?? [];
    return { path, action: kind === 'Add' ? 'write' : 'patch', diff: patchDiff(path, hunksOf(lines)) };
  });
}

/** Where a hunk stands in the file is not told: its line numbers count from its own beginning. */
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
