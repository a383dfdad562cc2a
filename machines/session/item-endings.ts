import type { ContentPart, EventSource, UniversalItem } from '../../src/schema/index.js';
import { itemStep } from '../item.js';
import type { OpenItem } from './context.js';
import { itemsInOrder } from './open-items.js';
import type { Scribe } from './scribe.js';

export type EndStatus = 'completed' | 'failed';

/** Completes an item whose completion never came. */
export function closeItem(scribe: Scribe, item: OpenItem, status: EndStatus): void {
  writeCompleted(scribe, item, status, filled(item, item.content), 'daemon');
}

/** Completes some of the open items, children before their parents. */
export function closeItems(scribe: Scribe, status: EndStatus, isMeant: (item: OpenItem) => boolean): void {
  for (const item of itemsInOrder(scribe.context.open).reverse()) {
    if (isMeant(item) && itemStep('in_progress', 'close')?.actions.includes('close'))
      closeItem(scribe, item, status);
  }
}

/** The content with the streamed text, where it has none of its own. */
export function filled({ kind, text }: OpenItem, content: readonly ContentPart[]): readonly ContentPart[] {
  if (kind === 'message') return withText(content, text);
  return text === '' ? content : content.map((part) => withOutput(part, text));
}

function withOutput(part: ContentPart, text: string): ContentPart {
  if (part.type === 'tool_result' && part.output === '') return { ...part, output: text };
  return part.type === 'text' && part.text === '' ? { ...part, text } : part;
}

/** Puts the streamed text into the first part that holds text, or in front of all others. */
function withText(content: readonly ContentPart[], text: string): ContentPart[] {
  if (text === '') return content.filter((part) => part.type !== 'text' || part.text !== '');
  const at = content.findIndex((part) => part.type === 'text' || part.type === 'reasoning');
  if (at < 0) return [{ type: 'text', text }, ...content];
  return content.map((part, i) => (i === at ? ({ ...part, text } as ContentPart) : part));
}

export function writeCompleted(
  scribe: Scribe,
  item: OpenItem,
  status: EndStatus,
  content: readonly ContentPart[],
  source: EventSource,
): void {
  const ended: UniversalItem = { ...openItemOf(item), content: [...content], status };
  scribe.write('item.completed', { item: ended }, source, item.key);
}

/** An open item as events show it, with the content that it started with. */
export function openItemOf(item: OpenItem): UniversalItem {
  return {
    item_id: item.id,
    native_item_id: item.native,
    parent_id: item.parent,
    thread_id: item.thread,
    continues: item.continues,
    kind: item.kind,
    role: item.role,
    content: [...item.content],
    status: 'in_progress',
  };
}
