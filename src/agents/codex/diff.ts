import type { ContentPart } from '../../schema/index.js';
import { fileDiff, hunksDiff } from '../kit/diff.js';
import type { NativeChange } from './native-items.js';

/** A change as a unified diff. Codex gives hunks for an update, and the whole content of an added or deleted file. */
export function unifiedDiff({ path, kind, diff }: NativeChange, cwd: string | null): string {
  const name = nameIn(path, cwd);
  if (kind.type === 'add') return fileDiff(name, null, diff);
  if (kind.type === 'delete') return fileDiff(name, diff, null);
  if (!kind.move_path) return hunksDiff(name, diff);
  // Codex names the new path below the hunks.
  return hunksDiff(name, diff.replace(/\n\nMoved to: .*$/, ''), nameIn(kind.move_path, cwd));
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

/** Names in a diff are relative to the folder in which it is applied. */
function nameIn(path: string, cwd: string | null): string {
  return cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
