import type { GreenroomClient, UniversalEvent } from '../../client/index.js';
import { Listeners } from '../session/listeners.js';

const PAGE = 100;
/** A page keeps no more native payloads than these: they are large. */
const MOST_PAGES = 20;

/**
 * Events with their native payloads, page by page, as far as somebody looks at them. One page is asked for at a time,
 * the latest wish first.
 */
export class RawPages {
  readonly #pages = new Map<number, UniversalEvent[]>();
  readonly #wishes = new Set<number>();
  readonly #listeners = new Listeners();
  #isBusy = false;
  #version = 0;

  constructor(
    private readonly client: Pick<GreenroomClient, 'http'>,
    private readonly sessionId: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  readonly version = (): number => this.#version;

  /** The event with its payload, if it is there. */
  get(sequence: number): UniversalEvent | undefined {
    return this.#pages.get(pageOf(sequence))?.[(sequence - 1) % PAGE];
  }

  /** Somebody looks at these. */
  want(sequences: readonly number[]): void {
    for (const sequence of sequences) if (!this.get(sequence)) this.#wishes.add(pageOf(sequence));
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const page = [...this.#wishes].at(-1);
    if (this.#isBusy || page === undefined) return;
    this.#isBusy = true;
    this.#wishes.delete(page);
    try {
      const wish = { offset: page * PAGE, limit: PAGE, includeRaw: true };
      const { events } = await this.client.http.events(this.sessionId, wish);
      this.#keep(page, events);
    } catch {
      // It is wished for again when it is looked at again.
    }
    this.#isBusy = false;
    void this.#fetch();
  }

  #keep(page: number, events: UniversalEvent[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, events);
    if (this.#pages.size > MOST_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
    this.#version++;
    this.#listeners.tell();
  }
}

function pageOf(sequence: number): number {
  return Math.floor((sequence - 1) / PAGE);
}
