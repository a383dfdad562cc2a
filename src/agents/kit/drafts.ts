import type { ContentPart, Draft, DraftItem, ToolKind } from '../../schema/index.js';

/** Builders for the drafts and items that all translators produce. */

export function started(item: DraftItem): Draft {
  return { type: 'item.started', item };
}

export function completed(item: DraftItem): Draft {
  return { type: 'item.completed', item };
}

export function failed(item: DraftItem): Draft {
  return { type: 'item.completed', item: { ...item, status: 'failed' } };
}

export function delta(key: string, text: string): Draft {
  return { type: 'item.delta', key, delta: text };
}

/** A tool call and its result share a native item, so their keys get a suffix. */
export const callKey = (key: string) => `${key}/call`;
export const resultKey = (key: string) => `${key}/result`;

/** Identity of an item. Without a parent, the session machine chooses one. */
export interface Origin {
  key: string;
  id?: string | null;
  parent?: string | null | undefined;
  /** The sub-agent that it belongs to; none for the main thread. */
  thread?: string | null | undefined;
}

const identity = ({ key, id = null, parent, thread }: Origin) => ({
  key,
  native_item_id: id,
  ...(parent == null ? {} : { parent }),
  ...(thread == null ? {} : { thread }),
});

/** An assistant message. Without content, the session machine keeps the streamed text. */
export function message(origin: Origin, content?: ContentPart[]): DraftItem {
  return {
    ...identity(origin),
    kind: 'message',
    role: 'assistant',
    ...(content === undefined ? {} : { content }),
  };
}

/** A message whose only part is reasoning. */
export function thought(
  origin: Origin,
  text: string,
  visibility: 'public' | 'private' = 'public',
): DraftItem & { content: ContentPart[] } {
  return { ...message(origin), content: [{ type: 'reasoning', text, visibility }] };
}

export interface Call extends ToolLabel {
  name: string;
  arguments: unknown;
  callId: string;
}

/** A tool call in the words of the vocabulary. */
export interface ToolLabel {
  kind: ToolKind;
  /** A short line for humans. */
  title: string;
}

export function toolCall(origin: Origin, { name, arguments: input, callId, kind, title }: Call): DraftItem {
  return {
    ...identity({ ...origin, key: callKey(origin.key) }),
    kind: 'tool_call',
    role: 'assistant',
    content: [
      { type: 'tool_call', name, arguments: JSON.stringify(input ?? {}), call_id: callId, kind, title },
    ],
  };
}

export function toolResult(
  origin: Origin,
  callId: string,
  output: string,
  parts: readonly ContentPart[] = [],
): DraftItem & { content: ContentPart[] } {
  return {
    ...identity({ ...origin, key: resultKey(origin.key) }),
    kind: 'tool_result',
    role: 'tool',
    content: [{ type: 'tool_result', call_id: callId, output }, ...parts],
  };
}

export function status(
  origin: Origin,
  label: string,
  detail?: string | null,
  parts: readonly ContentPart[] = [],
): DraftItem {
  return {
    ...identity(origin),
    kind: 'status',
    role: 'assistant',
    content: [{ type: 'status', label, ...(detail == null ? {} : { detail }) }, ...parts],
  };
}

/** Text of the agent's own program, not of the model. */
export function system(origin: Origin, text: string): DraftItem {
  return { ...identity(origin), kind: 'system', role: 'system', content: textParts(text) };
}

/** Content of unknown kind, passed through unchanged. */
export function unknown(origin: Origin, value: unknown): DraftItem {
  return {
    ...identity(origin),
    kind: 'unknown',
    role: 'assistant',
    content: [{ type: 'json', json: JSON.parse(JSON.stringify(value)) }],
  };
}

/** No parts for an empty text. */
export function textParts(text: string): ContentPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Resolves a request that the agent withdrew, or that was resolved by other means. */
export function withdrawn({ key, kind }: { key: string; kind: 'permission' | 'question' }): Draft {
  return kind === 'permission'
    ? { type: 'permission.resolved', key, reply: 'cancelled' }
    : { type: 'question.resolved', key, answers: null };
}
