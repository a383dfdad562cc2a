import type { EventType } from '../schema/index.js';

/** A snapshot is overdue after this many events, or characters of events. */
const EVENTS = 1000;
const CHARS = 256 * 1024;

/**
 * Decides when a snapshot of a session's machine is due: with every rare event, and on request of a client. Items and
 * errors may be frequent, and a snapshot contains everything that is being streamed, so these are replayed instead,
 * until the snapshot is overdue and the events after it are as long as the snapshot itself.
 */
export class Snapshots {
  #isDue = true;
  /** Of the latest snapshot. */
  #size = 0;
  /** The events since the latest snapshot. */
  #unsaved = { events: 0, chars: 0 };
  /** The events since the latest snapshot that is kept for time travel. */
  #unkept = { events: 0, chars: 0 };

  request(): void {
    this.#isDue = true;
  }

  addEvent(type: EventType, chars: number): void {
    for (const since of [this.#unsaved, this.#unkept]) {
      since.events++;
      since.chars += chars;
    }
    if (!isFrequent(type)) this.#isDue = true;
  }

  get isDue(): boolean {
    return this.#isDue || (isLong(this.#unsaved) && this.#unsaved.chars >= this.#size);
  }

  /** A snapshot was taken. Returns whether it is kept for time travel, so that no state is far from the one before. */
  taken(size: number): boolean {
    const keep = isLong(this.#unkept);
    this.#isDue = false;
    this.#size = size;
    this.#unsaved = { events: 0, chars: 0 };
    if (keep) this.#unkept = { events: 0, chars: 0 };
    return keep;
  }
}

function isLong({ events, chars }: { events: number; chars: number }): boolean {
  return events >= EVENTS || chars >= CHARS;
}

function isFrequent(type: EventType): boolean {
  return type.startsWith('item.') || type === 'error' || type === 'agent.unparsed';
}
