import type { ContentPart, Draft, DraftItem } from '../../schema/index.js';

export const callKey = (call: string) => `call:${call}`;
export const resultKey = (call: string) => `result:${call}`;

export function started(item: DraftItem): Draft {
  return { type: 'item.started', item };
}

export function completed(item: DraftItem): Draft {
  return { type: 'item.completed', item };
}

export interface MessageName {
  key: string;
  id: string | null;
  /** The subagent's tool call; '' for none. */
  thread: string;
}

/** Without content: the machine keeps what was streamed. */
export function messageItem({ key, id, thread }: MessageName): DraftItem {
  const parent = thread === '' ? {} : { parent: callKey(thread) };
  return { key, native_item_id: id, kind: 'message', role: 'assistant', ...parent };
}

export function thoughtItem(message: string, number: number, content: ContentPart[]): DraftItem {
  const key = `${message}#thought-${number}`;
  return { key, native_item_id: null, parent: message, kind: 'message', role: 'assistant', content };
}

export function callItem(id: string, name: string, input: unknown, message: string | null): DraftItem {
  return {
    key: callKey(id),
    native_item_id: id,
    parent: message,
    kind: 'tool_call',
    role: 'assistant',
    content: [{ type: 'tool_call', name, arguments: JSON.stringify(input ?? {}), call_id: id }],
  };
}

/** A block that we have no word for: it is shown as it came. */
export function unknownItem(key: string, block: object, message: string): DraftItem {
  const content: ContentPart[] = [{ type: 'json', json: JSON.parse(JSON.stringify(block)) }];
  return { key, native_item_id: null, parent: message, kind: 'unknown', role: 'assistant', content };
}

/** What the user said elsewhere: an Amp thread can be spoken to from more places than this one. */
export function userItem(key: string, text: string): DraftItem {
  return { key, native_item_id: null, kind: 'message', role: 'user', content: [{ type: 'text', text }] };
}
