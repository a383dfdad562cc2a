import { fileURLToPath } from 'node:url';
import type { ContentPart, Draft, DraftItem } from '../../schema/index.js';
import type { NativeFile, PartOf } from './native-parts.js';
import { at, isOwn, type OpenCodeState } from './state.js';

/** What an item came from. The machine finds it for what is our own; a sub-agent's items came from its call. */
export type Origin = { parent?: string };

/** Where the items of a session stand. We are told of no sessions but our own and those of its sub-agents. */
export function originOf(state: OpenCodeState, session: string): Origin {
  if (isOwn(state, session)) return {};
  return { parent: at(state.children, session) ?? `agent:${session}` };
}

/** An error or a request of a sub-agent says so: it is shown in our session. */
export function whose(state: OpenCodeState, session: string): Record<string, unknown> {
  return isOwn(state, session) ? {} : { sub_agent: session };
}

export const callKey = (part: string) => `${part}/call`;
export const resultKey = (part: string) => `${part}/result`;

export function started(item: DraftItem): Draft {
  return { type: 'item.started', item };
}

export function completed(item: DraftItem): Draft {
  return { type: 'item.completed', item };
}

export function spoken(origin: Origin, id: string, kind: 'text' | 'reasoning', text: string): DraftItem {
  const said: ContentPart[] = text === '' ? [] : [{ type: 'text', text }];
  return {
    key: id,
    native_item_id: id,
    ...origin,
    kind: 'message',
    role: 'assistant',
    content: kind === 'reasoning' ? [{ type: 'reasoning', text, visibility: 'public' }] : said,
  };
}

export function toolCall(origin: Origin, { id, tool, state }: PartOf<'tool'>): DraftItem {
  return {
    key: callKey(id),
    native_item_id: id,
    ...origin,
    kind: 'tool_call',
    role: 'assistant',
    // The model's own id of a call comes again in other turns.
    content: [{ type: 'tool_call', name: tool, arguments: JSON.stringify(state.input), call_id: id }],
  };
}

export function toolResult(
  origin: Origin,
  id: string,
  output: string,
  parts: readonly ContentPart[] = [],
): DraftItem {
  return {
    key: resultKey(id),
    native_item_id: id,
    ...origin,
    kind: 'tool_result',
    role: 'tool',
    content: [{ type: 'tool_result', call_id: id, output }, ...parts],
  };
}

export function statusItem(
  origin: Origin,
  key: string,
  native: string | null,
  content: ContentPart[],
): DraftItem {
  return { key, native_item_id: native, ...origin, kind: 'status', role: 'assistant', content };
}

export function filePart({ mime, url, filename }: NativeFile): ContentPart {
  const path = pathOf(url);
  if (mime.startsWith('image/')) return { type: 'image', path, mime };
  // Only of an image is all of it worth a line: other files that came as data have a name at best.
  return { type: 'file_ref', path: path.startsWith('data:') ? (filename ?? mime) : path, action: 'read' };
}

function pathOf(url: string): string {
  try {
    return url.startsWith('file://') ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}
