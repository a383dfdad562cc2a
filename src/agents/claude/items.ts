import type { ContentPart, Draft, DraftItem } from '../../schema/index.js';
import type { OpenMessage } from './state.js';

/** A message's id is the key of its item; a tool call and its result share one id. */
export const callKey = (call: string) => `call:${call}`;
export const resultKey = (call: string) => `result:${call}`;
export const thoughtKey = (message: OpenMessage, number: number) => `${message.key}#thought-${number}`;

/** Where an item of a thread came from: a subagent's from its tool call, others from nowhere. */
export const threadParent = (thread: string) => (thread === '' ? {} : { parent: callKey(thread) });

export function started(item: DraftItem): Draft {
  return { type: 'item.started', item };
}

export function completed(item: DraftItem): Draft {
  return { type: 'item.completed', item };
}

/** Without content: the machine keeps what was streamed. */
export function messageItem({ id, key }: OpenMessage, thread: string): DraftItem {
  return { key, native_item_id: id, kind: 'message', role: 'assistant', ...threadParent(thread) };
}

export function thoughtItem(key: string, message: OpenMessage): DraftItem {
  return { key, native_item_id: null, parent: message.key, kind: 'message', role: 'assistant' };
}

export function reasoning(text: string, visibility: 'public' | 'private' = 'public'): ContentPart[] {
  return [{ type: 'reasoning', text, visibility }];
}

export function callItem(id: string, name: string, input: unknown, message: string): DraftItem {
  return {
    key: callKey(id),
    native_item_id: id,
    parent: message,
    kind: 'tool_call',
    role: 'assistant',
    content: [{ type: 'tool_call', name, arguments: JSON.stringify(input ?? {}), call_id: id }],
  };
}

export interface Notice {
  key: string;
  label: string;
  detail?: string | undefined;
  parent?: string | undefined;
  failed?: boolean;
}

/** Something that the CLI does besides the conversation. */
export function statusItem({ key, label, detail, parent, failed = false }: Notice): DraftItem {
  return {
    key,
    native_item_id: null,
    kind: 'status',
    role: 'system',
    ...(parent === undefined ? {} : { parent }),
    content: [{ type: 'status', label, ...(detail === undefined ? {} : { detail }) }],
    ...(failed ? { status: 'failed' } : {}),
  };
}

/** Something that the CLI says, and neither the model nor the human. */
export function systemItem(key: string, text: string): DraftItem {
  return {
    key,
    native_item_id: key,
    kind: 'system',
    role: 'system',
    content: [{ type: 'text', text }],
  };
}
