/** A part of a patch that is about one file. The positions of its edits in the file are unknown. */
export type PatchSection =
  | { type: 'add'; path: string; content: string }
  | { type: 'update'; path: string; edits: { before: string; after: string }[] }
  | { type: 'delete'; path: string };

/** Parses the input of an `apply_patch` tool: one section per file, with hunks that carry no line numbers. */
export function patchSections(patch: string): PatchSection[] {
  const sections = patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1);
  return sections.map((section) => {
    const [head = '', ...lines] = section.split('\n');
    const [, kind = '', rest = ''] = /^(\w+) File: (.*)/.exec(head) ?? [];
    const path = rest.trim();
    if (kind === 'Delete') return { type: 'delete', path };
    if (kind === 'Add') return { type: 'add', path, content: textOf(lines, '+') };
    return { type: 'update', path, edits: editsIn(lines) };
  });
}

function editsIn(lines: readonly string[]): { before: string; after: string }[] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('***')) continue;
    if (line.startsWith('@@')) hunks.push([]);
    else hunks.at(-1)!.push(line);
  }
  return hunks
    .map((hunk) => ({ before: textOf(hunk, ' -'), after: textOf(hunk, ' +') }))
    .filter(({ before, after }) => before !== after);
}

/** The lines with one of the given signs. */
function textOf(lines: readonly string[], signs: string): string {
  return lines
    .filter((line) => line !== '' && signs.includes(line[0]!))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}
