import { resolve } from 'node:path';
import type { ProposedChange } from '../../schema/index.js';
import { fileDiff, fragmentDiff, inContext, patchDiff } from './diff.js';
import { notebookAfter } from './notebook.js';
import { hunksIn, patched } from './patch.js';
import { type Roots, shortPath } from './paths.js';
import { readRegularFile } from './regular-file.js';

/** Larger files are not compared: all sessions would wait for it. */
const MAX_BYTES = 1024 * 1024;

/** A file on disk: its text, null if there is none, or `unreadable` if it is too large, binary or no regular file. */
type FileOnDisk = { text: string | null } | 'unreadable';

/** A diff between the files on disk and what they would be after some changes. Null if there is nothing to show. */
export async function approvalDiff(
  changes: readonly ProposedChange[],
  directory: string,
  roots: Roots,
): Promise<string | null> {
  const diffs = await Promise.all(changes.map((change) => diffOf(change, directory, roots)));
  const diff = diffs.join('');
  return diff === '' ? null : diff;
}

async function diffOf(change: ProposedChange, directory: string, roots: Roots): Promise<string> {
  if (change.type === 'diff') return change.diff;
  const name = shortPath(change.path, roots);
  const file = await readFileOnDisk(resolve(directory, change.path));
  if (change.type === 'patch') return patchedDiff(change, file, directory, roots);
  if (change.type === 'cell') return cellDiff(change, file, name);
  if (file === 'unreadable') return unreadableDiff(change, name);
  if (change.type === 'write') return fileDiff(name, file.text, change.content);
  if (change.type === 'delete') return fileDiff(name, file.text ?? '', null);
  const after = file.text === null ? null : replaced(file.text, change.edits);
  return after === null ? editsDiff(change, name, file.text) : fileDiff(name, file.text, after);
}

type Replace = Extract<ProposedChange, { type: 'replace' }>;

/** The text after the edits; null if one of them does not apply. */
function replaced(text: string, edits: Replace['edits']): string | null {
  let after = text;
  for (const { before, after: by, all = false } of edits) {
    if (before === '' || !after.includes(before)) return null;
    // A function, since a replacement string may contain patterns such as `$&`.
    after = all ? after.replaceAll(before, () => by) : after.replace(before, () => by);
  }
  return after;
}

/** Edits that do not apply to the file are shown as they are; one that replaces nothing creates the file. */
function editsDiff({ edits }: Replace, name: string, text: string | null): string {
  const [only] = edits;
  const creates = text === null && edits.length === 1 && only?.before === '';
  return creates ? fileDiff(name, null, only.after) : fragmentDiff(name, edits);
}

type Patch = Extract<ProposedChange, { type: 'patch' }>;

/** A patch that does not fit the file is shown as it is. */
async function patchedDiff(
  { path, movedTo, patch }: Patch,
  file: FileOnDisk,
  directory: string,
  roots: Roots,
): Promise<string> {
  const from = shortPath(path, roots);
  const to = movedTo === undefined ? from : shortPath(movedTo, roots);
  const hunks = hunksIn(patch) ?? [];
  const text = file === 'unreadable' ? null : file.text;
  const after = text === null ? null : patched(text, hunks);
  if (text === null || after === null) return patchDiff(from, inContext(hunks), to);
  const target = movedTo === undefined ? null : await readFileOnDisk(resolve(directory, movedTo));
  const isOverwritten = target !== null && (target === 'unreadable' || target.text !== null);
  if (!isOverwritten) return fileDiff(from, text, after, to);
  const lost = target === 'unreadable' ? '' : target.text;
  return fileDiff(from, text, null) + fileDiff(to, lost, after);
}

/** A change that does not fit the notebook is shown as the new source of the cell. */
function cellDiff(change: Extract<ProposedChange, { type: 'cell' }>, file: FileOnDisk, name: string): string {
  const text = file === 'unreadable' ? null : file.text;
  const after = text === null ? null : notebookAfter(text, change);
  if (after !== null) return fileDiff(name, text, after);
  return fragmentDiff(name, [{ before: '', after: change.source }]);
}

/** The file exists, but its content cannot be shown. */
function unreadableDiff(
  change: Extract<ProposedChange, { type: 'write' | 'delete' | 'replace' }>,
  name: string,
): string {
  if (change.type === 'write') return fileDiff(name, '', change.content);
  return change.type === 'delete' ? fileDiff(name, '', null) : fragmentDiff(name, change.edits);
}

async function readFileOnDisk(path: string): Promise<FileOnDisk> {
  const content = await readRegularFile(path, MAX_BYTES);
  if (content === 'missing') return { text: null };
  if (content === 'unreadable' || content.includes(0)) return 'unreadable';
  return { text: content.toString('utf8') };
}
