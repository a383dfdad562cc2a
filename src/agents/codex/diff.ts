import type { ContentPart, ProposedChange, ToolKind } from '../../schema/index.js';
import { fileDiff, hunksDiff } from '../kit/diff.js';
import type { ToolLabel } from '../kit/drafts.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { titleOf } from '../kit/title.js';
import type { NativeChange } from './native-items.js';

/** A change as a unified diff. Codex gives hunks for an update, and the whole content of an added or deleted file. */
export function unifiedDiff({ path, kind, diff }: NativeChange, roots: Roots): string {
  const name = shortPath(path, roots);
  if (kind.type === 'add') return fileDiff(name, null, diff);
  if (kind.type === 'delete') return fileDiff(name, diff, null);
  if (!kind.move_path) return hunksDiff(name, diff);
  // Codex names the new path below the hunks.
  return hunksDiff(name, diff.replace(/\n\nMoved to: .*$/, ''), shortPath(kind.move_path, roots));
}

/** A change that is to be approved. Codex also adds files that exist already, and then replaces them. */
export function proposedChange(change: NativeChange, roots: Roots): ProposedChange {
  const { path, kind, diff } = change;
  if (kind.type === 'add') return { type: 'write', path, content: diff };
  if (kind.type === 'delete') return { type: 'delete', path };
  return { type: 'diff', diff: unifiedDiff(change, roots) };
}

export function fileRef(change: NativeChange, roots: Roots): Extract<ContentPart, { type: 'file_ref' }> {
  return {
    type: 'file_ref',
    path: change.kind.move_path ?? change.path,
    action: change.kind.type === 'add' ? 'write' : 'patch',
    diff: unifiedDiff(change, roots),
  };
}

const MAX_NAMED = 3;

/** A patch by the files it changes. */
export function patchLabel(changes: readonly NativeChange[], roots: Roots): ToolLabel {
  const names = changes.map(({ path, kind }) => {
    const name = shortPath(path, roots);
    return kind.move_path ? `${name} → ${shortPath(kind.move_path, roots)}` : name;
  });
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return {
    kind: kindOf(changes),
    title: titleOf(kindOf(changes), names.slice(0, MAX_NAMED).join(', ') + more, 'Edit files'),
  };
}

function kindOf(changes: readonly NativeChange[]): ToolKind {
  if (changes.length === 0) return 'edit';
  if (changes.every(({ kind }) => kind.type === 'delete')) return 'delete';
  return changes.every(({ kind }) => kind.move_path) ? 'move' : 'edit';
}
