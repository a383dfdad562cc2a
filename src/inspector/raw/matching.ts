import type { UniversalEvent } from '../../client/index.js';

/** Finds the sequences of events whose JSON contains a text. Each event is examined once. */
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
      // When looking at the past, later matches do not count.
      const end = found.findIndex((sequence) => sequence > count);
      return end < 0 ? found : found.slice(0, end);
    },
  };
}
