import type { ContentPart, DraftItem } from '../../schema/index.js';
import { callKey, message as messageItem, thought } from '../kit/drafts.js';
import type { NativeFile, NativeOf } from './native.js';

/** The parent of a sub-agent's message is the tool call that started the sub-agent. */
export function message(native: { message: string; parent_call?: string | undefined }): DraftItem {
  const parent = native.parent_call === undefined ? null : callKey(native.parent_call);
  return messageItem({ key: native.message, id: native.message, parent });
}

export function reasoning(
  { block, message: parent, hidden }: NativeOf<'reasoning_start'> | NativeOf<'reasoning_end'>,
  text: string,
) {
  return thought({ key: block, id: block, parent }, text, hidden ? 'private' : 'public');
}

export function fileRef({ path, change, diff }: NativeFile): ContentPart {
  return { type: 'file_ref', path, action: change, ...(diff === undefined ? {} : { diff }) };
}
