import type { ContentPart, DraftItem } from '../../schema/index.js';
import { message, status, system, toolCall } from '../kit/drafts.js';
import type { Roots } from '../kit/paths.js';
import type { OpenMessage } from './state.js';
import { labelOf } from './tool-labels.js';

export const thoughtKey = (message: OpenMessage, number: number) => `${message.key}#thought-${number}`;

export function messageItem({ id, key }: OpenMessage): DraftItem {
  return message({ key, id });
}

export function thoughtItem(key: string, parent: OpenMessage): DraftItem {
  return message({ key, parent: parent.key });
}

export function reasoning(text: string, visibility: 'public' | 'private' = 'public'): ContentPart[] {
  return [{ type: 'reasoning', text, visibility }];
}

export interface ToolCall {
  id: string;
  name: string;
  /** Empty while it streams. */
  input: unknown;
  /** The key of the message that contains it. */
  parent: string;
}

export function callItem({ id, name, input, parent }: ToolCall, roots: Roots): DraftItem {
  const call = { name, arguments: input, callId: id, ...labelOf(name, input, roots) };
  return toolCall({ key: id, id, parent }, call);
}

export interface StatusNotice {
  key: string;
  label: string;
  detail?: string | undefined;
  parent?: string | undefined;
  failed?: boolean;
}

/** Activity of the CLI outside the conversation. */
export function statusItem({ key, label, detail, parent, failed = false }: StatusNotice): DraftItem {
  const item = status({ key, parent }, label, detail);
  return { ...item, role: 'system', ...(failed ? { status: 'failed' } : {}) };
}

/** Text of the CLI itself, neither the model's nor the human's. */
export function systemItem(key: string, text: string): DraftItem {
  return system({ key, id: key }, text);
}
