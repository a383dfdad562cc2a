/** OpenCode's diffs have an `Index:` header and absolute paths; these have neither. */
export function unifiedDiff(diff: string, directory: string | null): string {
  const lines = diff.split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [line, next = '', after = ''] = lines.slice(i, i + 3) as [string, string?, string?];
    if (line.startsWith('Index: ') && next.startsWith('=====')) {
      i++;
    } else if (line.startsWith('--- ') && next.startsWith('+++ ') && after.startsWith('@@ ')) {
      kept.push(
        `--- ${isNew(after) ? '/dev/null' : `a/${nameOf(line, directory)}`}`,
        `+++ ${isGone(after) ? '/dev/null' : `b/${nameOf(next, directory)}`}`,
      );
      i++;
    } else kept.push(line);
  }
  return kept.join('\n');
}

const isNew = (hunk: string) => hunk.startsWith('@@ -0,0 ');
const isGone = (hunk: string) => /^@@ -\S+ \+0,0 /.test(hunk);

/** The name in a header line, which a time may follow. */
function nameOf(line: string, directory: string | null): string {
  return relativeName(line.slice(4).replace(/\t.*$/, ''), directory);
}

/** Names in a diff are relative to the folder it is applied in. */
export function relativeName(path: string, directory: string | null): string {
  if (directory !== null && path.startsWith(`${directory}/`)) return path.slice(directory.length + 1);
  return path.replace(/^\//, '');
}
