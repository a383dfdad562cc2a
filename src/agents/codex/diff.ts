import type { ContentPart } from '../../schema/index.js';
import type { NativeChange } from './native-items.js';

/**
 * A change as a unified diff. Codex gives the hunks of an update without the names of the files, and of what is
 * added or deleted the content alone.
 */
export function unifiedDiff({ path, kind, diff }: NativeChange, cwd: string | null): string {
  const name = nameIn(path, cwd);
  if (kind.type === 'add') return `--- /dev/null\n+++ b/${name}\n${hunk('+', diff)}`;
  if (kind.type === 'delete') return `--- a/${name}\n+++ /dev/null\n${hunk('-', diff)}`;
  if (!kind.move_path) return `--- a/${name}\n+++ b/${name}\n${diff}`;
  // Codex writes where it went below the hunks.
  const hunks = diff.replace(/\n\nMoved to: .*$/, '');
  return `--- a/${name}\n+++ b/${nameIn(kind.move_path, cwd)}\n${hunks}`;
}

export function fileRef(
  change: NativeChange,
  cwd: string | null,
): Extract<ContentPart, { type: 'file_ref' }> {
  return {
    type: 'file_ref',
    path: change.kind.move_path ?? change.path,
    action: change.kind.type === 'add' ? 'write' : 'patch',
    diff: unifiedDiff(change, cwd),
  };
}

/** Names in a diff are relative to where it is applied. */
function nameIn(path: string, cwd: string | null): string {
  if (cwd !== null && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.replace(/^\//, '');
}

/** All of a file as one hunk, each line with its sign. */
function hunk(sign: '+' | '-', content: string): string {
  if (content === '') return '';
  const ends = content.endsWith('\n');
  const lines = (ends ? content.slice(0, -1) : content).split('\n');
  const range = lines.length === 1 ? '1' : `1,${lines.length}`;
  const head = sign === '+' ? `@@ -0,0 +${range} @@` : `@@ -${range} +0,0 @@`;
  const body = lines.map((line) => `${sign}${line}\n`).join('');
  return `${head}\n${body}${ends ? '' : '\\ No newline at end of file\n'}`;
}
