import type { UniversalEvent } from '../../client/index.js';

/** The sequences of the events whose JSON has a text in it. Each event is looked at once. */
export function matching(events: readonly UniversalEvent[], text: string) {
  const wanted = text.trim().toLowerCase();
  const found: number[] = [];
  let seen = 0;
  return {
    upTo(count: number): readonly number[] {
      for (; seen < Math.min(count, events.length); seen++) {
        const event = events[seen]!;
        if (wanted === '' || JSON.stringify(event).toLowerCase().includes(wanted)) found.push(event.sequence);
      }
      if (seen <= count) return found;
      // A look at the past: what was found after it does not count.
      const end = found.findIndex((sequence) => sequence > count);
      return end < 0 ? found : found.slice(0, end);
    },
  };
}
