import type { Session, UniversalEvent } from '../../client/index.js';
import { Listeners } from '../session/listeners.js';

const PAGE_SIZE = 100;
/** Native payloads are large, so only this many pages are kept. */
const MAX_PAGES = 20;

/**
 * Loads events with their native payloads page by page, as they come into view: one page at a time, the most recently
 * requested first.
 */
export class RawPages {
  readonly #pages = new Map<number, UniversalEvent[]>();
  readonly #requested = new Set<number>();
  readonly #listeners = new Listeners();
  #isBusy = false;
  #version = 0;

  readonly #session: Pick<Session, 'eventsPage'>;

  constructor(session: Pick<Session, 'eventsPage'>) {
    this.#session = session;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  readonly version = (): number => this.#version;

  /** The event with its payload, if it is loaded. */
  get(sequence: number): UniversalEvent | undefined {
    return this.#pages.get(pageOf(sequence))?.[(sequence - 1) % PAGE_SIZE];
  }

  /** Loads these events unless they are loaded. */
  request(sequences: readonly number[]): void {
    for (const sequence of sequences) if (!this.get(sequence)) this.#requested.add(pageOf(sequence));
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const page = [...this.#requested].at(-1);
    if (this.#isBusy || page === undefined) return;
    this.#isBusy = true;
    this.#requested.delete(page);
    try {
      const query = { offset: page * PAGE_SIZE, limit: PAGE_SIZE, includeRaw: true };
      const { events } = await this.#session.eventsPage(query);
      this.#keep(page, events);
    } catch {
      // The page is requested again when its events come into view again.
    }
    this.#isBusy = false;
    void this.#fetch();
  }

  #keep(page: number, events: UniversalEvent[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, events);
    if (this.#pages.size > MAX_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
    this.#version++;
    this.#listeners.notify();
  }
}

function pageOf(sequence: number): number {
  return Math.floor((sequence - 1) / PAGE_SIZE);
}
