import type { ContentPart, DraftItem } from '../../schema/index.js';
import { completed, started, status } from '../kit/drafts.js';
import { nothing, stepOf } from '../kit/fold.js';
import { without } from '../kit/record.js';
import { unifiedDiff } from './diff.js';
import { originOf } from './items.js';
import type { NativeFileDiff } from './native-messages.js';
import type { PartOf } from './native-parts.js';
import type { OpenCodeState, OpenPatch, Outcome, Step } from './state.js';

/** The files that a step changed. Those that its tools did not report were changed by commands. */
export function patched(state: OpenCodeState, part: PartOf<'patch'>): Outcome {
  const files = part.files.filter((file) => !state.changed.includes(file));
  if (files.length === 0) return nothing;
  const patch = { session: part.sessionID, files };
  return {
    // The diff comes later, with the user's message, and not always in time.
    state: { ...state, patches: { ...state.patches, [part.id]: patch } },
    drafts: [started(item(state, part.id, patch, []))],
  };
}

/** An update of the user's message brings the diffs of what was changed because of it. */
export function explained(state: OpenCodeState, session: string, diffs: readonly NativeFileDiff[]): Step {
  const ids = Object.entries(state.patches)
    .filter(([, patch]) => patch.session === session && patch.files.some((file) => diffOf(file, diffs)))
    .map(([id]) => id);
  return stepOf(state, closed(state, ids, diffs));
}

/** No diffs will come any more. */
export function closePatches(state: OpenCodeState, isMeant: (patch: OpenPatch) => boolean): Outcome {
  const ids = Object.entries(state.patches).filter(([, patch]) => isMeant(patch));
  return closed(
    state,
    ids.map(([id]) => id),
    [],
  );
}

function closed(state: OpenCodeState, ids: string[], diffs: readonly NativeFileDiff[]): Outcome {
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
    const { patch = '', status: change } = diffOf(path, diffs) ?? {};
    const [created, deleted] = [change === 'added', change === 'deleted'];
    const diff = unifiedDiff({ path, patch, created, deleted }, state.roots);
    const action = created ? 'write' : 'patch';
    return { type: 'file_ref', path, action, ...(diff === null ? {} : { diff }) };
  });
  return status(originOf(state, session, id), 'Files changed', null, refs);
}

/** Patches name files by their absolute paths, diffs by their paths in the project. */
function diffOf(path: string, diffs: readonly NativeFileDiff[]): NativeFileDiff | undefined {
  return diffs.find(({ file, patch }) => patch !== '' && (path === file || path.endsWith(`/${file}`)));
}
