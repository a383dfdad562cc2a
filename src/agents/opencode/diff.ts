/** Diffs as everybody writes them: OpenCode's have a line of their own above, and names from the root. */
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

/** All of a new file, each line with its sign. */
export function newFileDiff(path: string, content: string, directory: string | null): string {
  const head = `--- /dev/null\n+++ b/${nameIn(path, directory)}\n`;
  if (content === '') return head;
  const ends = content.endsWith('\n');
  const lines = (ends ? content.slice(0, -1) : content).split('\n');
  const range = lines.length === 1 ? '1' : `1,${lines.length}`;
  const body = lines.map((line) => `+${line}\n`).join('');
  return `${head}@@ -0,0 +${range} @@\n${body}${ends ? '' : '\\ No newline at end of file\n'}`;
}

const isNew = (hunk: string) => hunk.startsWith('@@ -0,0 ');
const isGone = (hunk: string) => /^@@ -\S+ \+0,0 /.test(hunk);

/** The name in a line of a diff's head; a time may follow it. */
function nameOf(line: string, directory: string | null): string {
  return nameIn(line.slice(4).replace(/\t.*$/, ''), directory);
}

/** Names in a diff are relative to where it is applied. */
function nameIn(path: string, directory: string | null): string {
  if (directory !== null && path.startsWith(`${directory}/`)) return path.slice(directory.length + 1);
  return path.replace(/^\//, '');
}
