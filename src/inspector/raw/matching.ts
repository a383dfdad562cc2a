import type { UniversalEvent } from '../../client/index.js';

/** Finds the events whose JSON contains a text. Each is examined once. */
export class Matching {
  readonly #wanted: string;
  readonly #found: UniversalEvent[] = [];
  #seen = 0;

  constructor(text: string) {
    this.#wanted = text.trim().toLowerCase();
  }

  /** Those up to an event. `events` always begin with the same one. */
  upTo(last: number, events: readonly UniversalEvent[]): readonly UniversalEvent[] {
    for (; this.#seen < events.length; this.#seen++) {
      const event = events[this.#seen]!;
      if (event.sequence > last) break;
      if (JSON.stringify(event).toLowerCase().includes(this.#wanted)) this.#found.push(event);
    }
    // When looking at the past, later matches do not count.
    const end = this.#found.findIndex(({ sequence }) => sequence > last);
    return end < 0 ? this.#found : this.#found.slice(0, end);
  }
}
