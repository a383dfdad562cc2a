import type { EventType } from '../schema/index.js';

/** A snapshot is overdue after this many events. */
const SNAPSHOT_AFTER = 5000;

/**
 * Decides when a snapshot of a session's machine is due: with every rare event, and on request of a client. Items are
 * frequent, and a snapshot contains everything that is being streamed, so items are replayed instead, until the
 * snapshot is overdue and the events after it are as long as the snapshot itself.
 */
export class Snapshots {
  #isDue = true;
  /** The last event included in the latest snapshot. */
  #sequence: number;
  #size = 0;
  /** The length of the events since, in characters. */
  #unsaved = 0;

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  request(): void {
    this.#isDue = true;
  }

  addEvent(type: EventType, chars: number): void {
    this.#unsaved += chars;
    if (!type.startsWith('item.')) this.#isDue = true;
  }

  isDue(sequence: number): boolean {
    const isLate = sequence - this.#sequence >= SNAPSHOT_AFTER && this.#unsaved >= this.#size;
    return this.#isDue || isLate;
  }

  /** Whether the snapshot is kept for time travel, as the first one per this many events is. */
  taken(sequence: number, size: number): boolean {
    const keep = stretchOf(sequence) > stretchOf(this.#sequence);
    this.#isDue = false;
    this.#sequence = sequence;
    this.#size = size;
    this.#unsaved = 0;
    return keep;
  }
}

const stretchOf = (sequence: number) => Math.floor(sequence / SNAPSHOT_AFTER);
