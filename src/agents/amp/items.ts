import type { ContentPart, DraftItem } from '../../schema/index.js';
import { callKey, message, toolCall } from '../kit/drafts.js';
import type { Roots } from '../kit/paths.js';
import type { PendingCall } from './state.js';
import { labelOf } from './tools.js';

export interface MessageName {
  key: string;
  id: string | null;
  /** The tool call that started the sub-agent; '' for the main conversation. */
  thread: string;
}

export function messageItem({ key, id, thread }: MessageName): DraftItem {
  return message({ key, id, parent: thread === '' ? null : callKey(thread) });
}

export function thoughtItem(parent: string, number: number, content: ContentPart[]): DraftItem {
  return message({ key: `${parent}#thought-${number}`, parent }, content);
}

export function callItem(id: string, { name, input, message: parent }: PendingCall, roots: Roots): DraftItem {
  const label = labelOf(name, input, roots);
  return toolCall({ key: id, id, parent }, { name, arguments: input, callId: id, ...label });
}

/** A message that the user sent from another client of the same Amp thread. */
export function userItem(key: string, text: string): DraftItem {
  return { key, native_item_id: null, kind: 'message', role: 'user', content: [{ type: 'text', text }] };
}
