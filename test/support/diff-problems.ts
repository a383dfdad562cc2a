const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Checks a unified diff of one or more files: headers, hunks, and the number of lines in each. */
export function diffProblems(diff: string): string[] {
  const lines = diff.split('\n');
  if (lines.pop() !== '') return [`a diff without a line break at its end: ${lines.at(-1)}`];
  const problems: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const from = lines[at] ?? '';
    const to = lines[at + 1] ?? '';
    if (!isHeader(from, '--- ', 'a/') || !isHeader(to, '+++ ', 'b/'))
      return [...problems, `no header of a file: ${from} | ${to}`];
    at += 2;
    while (at < lines.length && !lines[at]?.startsWith('--- ')) {
      const hunk = HUNK.exec(lines[at] ?? '');
      if (hunk === null) return [...problems, `no hunk: ${lines[at]}`];
      const size = hunkSize(lines, at + 1, Number(hunk[2] ?? 1), Number(hunk[4] ?? 1));
      if (size === null) return [...problems, `a hunk of another length: ${lines[at]}`];
      at += 1 + size;
    }
  }
  return problems;
}

function isHeader(line: string, sign: string, side: string): boolean {
  if (!line.startsWith(sign)) return false;
  const name = line.slice(sign.length);
  return name === '/dev/null' || (name.startsWith(side) && name.length > side.length);
}

/** The number of lines that make up the given old and new ones; null if they do not. */
function hunkSize(lines: readonly string[], start: number, before: number, after: number): number | null {
  let old = 0;
  let now = 0;
  let at = start;
  for (; at < lines.length && (old < before || now < after); at++) {
    const sign = lines[at]?.[0] ?? ' ';
    if (sign === '-' || sign === ' ') old++;
    if (sign === '+' || sign === ' ') now++;
  }
  if (lines[at]?.startsWith('\\')) at++;
  return old === before && now === after ? at - start : null;
}
