import type { ContentPart, DraftItem } from '../../schema/index.js';
import { fileDiff } from '../kit/diff.js';
import { message as messageItem, thought } from '../kit/drafts.js';
import { type Roots, shortPath } from '../kit/paths.js';
import type { NativeFile, NativeOf } from './native.js';

/** Puts an item or request into the thread of its sub-agent. */
export function inThread<T extends object>({ agent }: { agent?: string | undefined }, draft: T): T {
  return agent === undefined ? draft : { ...draft, thread: agent };
}

export function message(native: { message: string; agent?: string | undefined }): DraftItem {
  return inThread(native, messageItem({ key: native.message, id: native.message }));
}

export function reasoning(native: NativeOf<'reasoning_start'> | NativeOf<'reasoning_end'>, text: string) {
  const { block, message: parent, hidden } = native;
  return inThread(native, thought({ key: block, id: block, parent }, text, hidden ? 'private' : 'public'));
}

export function fileRef({ path, movedTo = path, change, text }: NativeFile, roots: Roots): ContentPart {
  const [from, to] = [shortPath(path, roots), shortPath(movedTo, roots)];
  const diff = text && fileDiff(from, text.before, text.after, to);
  return { type: 'file_ref', path: movedTo, action: change, ...(diff === undefined ? {} : { diff }) };
}
