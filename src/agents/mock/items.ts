import type { ContentPart, DraftItem } from '../../schema/index.js';
import type { NativeFile, NativeOf } from './native.js';

/** Native ids of messages and blocks are the keys of their items; a call and its result share one id. */
export const callKey = (call: string) => `call:${call}`;
export const resultKey = (call: string) => `result:${call}`;

export function message(native: { message: string; parent_call?: string | undefined }): DraftItem {
  return {
    key: native.message,
    native_item_id: native.message,
    kind: 'message',
    role: 'assistant',
    // Only a subagent's message came from another item.
    ...(native.parent_call === undefined ? {} : { parent: callKey(native.parent_call) }),
  };
}

export function reasoning(
  native: NativeOf<'reasoning_start'> | NativeOf<'reasoning_end'>,
  text: string,
): DraftItem {
  return {
    key: native.block,
    native_item_id: native.block,
    parent: native.message,
    kind: 'message',
    role: 'assistant',
    content: [{ type: 'reasoning', text, visibility: native.hidden ? 'private' : 'public' }],
  };
}

export function toolResult(
  call: string,
  output: string,
  message?: string,
): DraftItem & { content: ContentPart[] } {
  return {
    key: resultKey(call),
    native_item_id: call,
    kind: 'tool_result',
    role: 'tool',
    // Without a message the machine finds the parent by the contract's rule.
    ...(message === undefined ? {} : { parent: message }),
    content: [{ type: 'tool_result', call_id: call, output }],
  };
}

export function fileRef(file: NativeFile): ContentPart {
  return {
    type: 'file_ref',
    path: file.path,
    action: file.change,
    ...(file.diff === undefined ? {} : { diff: file.diff }),
  };
}
