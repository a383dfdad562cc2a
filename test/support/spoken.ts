import type { UniversalEvent } from '../../src/schema/index.js';

/** The text of the agent's messages. */
export function spoken(events: readonly UniversalEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'item.completed' || event.data.item.role !== 'assistant') return [];
    return event.data.item.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
}
