import type { ContentPart, DraftItem } from '../../schema/index.js';
import { unifiedDiff } from './diff.js';
import { completed, originOf, started, statusItem } from './items.js';
import type { NativeFileDiff } from './native-messages.js';
import type { PartOf } from './native-parts.js';
import { nothing, type OpenCodeState, type OpenPatch, type Step, without } from './state.js';

/** The files that a step changed. What its tools told already is not told again; the rest was done by commands. */
export function patched(state: OpenCodeState, part: PartOf<'patch'>): Step {
  const files = part.files.filter((file) => !state.changed.includes(file));
  if (files.length === 0) return nothing;
  const patch = { session: part.sessionID, files };
  return {
    // Its diff is told later, with the user's message, and not always in time.
    state: { ...state, patches: { ...state.patches, [part.id]: patch } },
    drafts: [started(item(state, part.id, patch, []))],
  };
}

/** The user's message tells what was changed because of it. */
export function explained(state: OpenCodeState, session: string, diffs: readonly NativeFileDiff[]): Step {
  const ids = Object.entries(state.patches)
    .filter(([, patch]) => patch.session === session && patch.files.some((file) => diffOf(file, diffs)))
    .map(([id]) => id);
  return { state, ...closed(state, ids, diffs) };
}

/** Nobody will tell more of them. */
export function closePatches(state: OpenCodeState): Step {
  return closed(state, Object.keys(state.patches), []);
}

function closed(state: OpenCodeState, ids: string[], diffs: readonly NativeFileDiff[]): Step {
  if (ids.length === 0) return nothing;
  return {
    state: { ...state, patches: without(state.patches, ...ids) },
    drafts: ids.map((id) => completed(item(state, id, state.patches[id]!, diffs))),
  };
}

function item(
  state: OpenCodeState,
  id: string,
  { session, files }: OpenPatch,
  diffs: readonly NativeFileDiff[],
): DraftItem {
  const refs = files.map((path): ContentPart => {
    const found = diffOf(path, diffs);
    if (found === undefined) return { type: 'file_ref', path, action: 'patch' };
    const diff = unifiedDiff(found, state.directory);
    return { type: 'file_ref', path, action: diff.startsWith('--- /dev/null') ? 'write' : 'patch', diff };
  });
  return statusItem(originOf(state, session), id, id, [{ type: 'status', label: 'files_changed' }, ...refs]);
}

/** The server names a file from the root in one place, and from the project's folder in the other. */
function diffOf(path: string, diffs: readonly NativeFileDiff[]): string | undefined {
  const found = diffs.find(({ file }) => file != null && (path === file || path.endsWith(`/${file}`)));
  return found?.patch || undefined;
}
