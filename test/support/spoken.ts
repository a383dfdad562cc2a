import type { UniversalEvent } from '../../src/schema/index.js';

/** What the agent said. */
export function spoken(events: readonly UniversalEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'item.completed' || event.data.item.role !== 'assistant') return [];
    return event.data.item.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
}
