import type { Session, SessionCheckpoint, UniversalEvent } from '../index.js';

/** How many events a page has. */
export const PAGE = 500;
/** How many pages are kept, and how many checkpoints. */
const MAX_PAGES = 60;
/** How many events are read at once. */
const MAX_READ = 5000;

/** The number of events before a page, of the page that an event is on. */
export function pageStart(sequence: number): number {
  return Math.floor((Math.max(1, sequence) - 1) / PAGE) * PAGE;
}

/**
 * The events of a session that are loaded, in pages; those that were not used for the longest time are dropped. The last
 * page grows with the session.
 */
export class EventPages {
  /** The last event of the session. */
  last = 0;
  /** By the number of events before them. The most recently used are last. */
  readonly #pages = new Map<number, UniversalEvent[]>();
  readonly #checkpoints = new Map<number, Promise<SessionCheckpoint>>();
  readonly #reads = new Map<number, Promise<void>>();
  readonly #session: Pick<Session, 'eventsPage' | 'checkpoint'>;

  constructor(session: Pick<Session, 'eventsPage' | 'checkpoint'>) {
    this.#session = session;
  }

  /** Adds a live event. */
  push(event: UniversalEvent): void {
    const start = pageStart(event.sequence);
    const page = this.#pages.get(start);
    this.last = Math.max(this.last, event.sequence);
    if (event.sequence === start + 1) this.#keep(start, [event]);
    else if (page?.length === event.sequence - start - 1) page.push(event);
  }

  /** The event, if it is loaded. */
  get(sequence: number): UniversalEvent | undefined {
    return this.#pages.get(pageStart(sequence))?.[(sequence - 1) % PAGE];
  }

  /** The events from one to another, if all are loaded. */
  loaded(from: number, to: number): UniversalEvent[] | null {
    const events: UniversalEvent[] = [];
    for (let start = pageStart(from); start < to; start += PAGE) {
      const page = this.#used(start);
      if (!page || page.length < Math.min(to - start, PAGE)) return null;
      events.push(...(start + 1 >= from && start + page.length <= to ? page : within(page, from, to)));
    }
    return events;
  }

  /** The loaded events around one, without a gap; none if it is not loaded. */
  around(sequence: number): readonly UniversalEvent[] {
    let first = pageStart(sequence);
    if (!this.#used(first)) return [];
    while (first > 0 && this.#pages.get(first - PAGE)?.length === PAGE) first -= PAGE;
    const events: UniversalEvent[] = [];
    for (let start = first; ; start += PAGE) {
      const page = this.#pages.get(start);
      if (page) events.push(...page);
      if (page?.length !== PAGE) return events;
    }
  }

  /** The events from one to another. */
  async range(from: number, to: number): Promise<UniversalEvent[]> {
    for (;;) {
      const events = this.loaded(from, Math.min(to, this.last));
      if (events) return events;
      await this.#load(from, Math.min(to, this.last));
    }
  }

  /** What was open before a page. */
  checkpoint(start: number): Promise<SessionCheckpoint> {
    const known = this.#checkpoints.get(start);
    if (known) return known;
    const checkpoint = this.#session.checkpoint(start);
    this.#checkpoints.set(start, checkpoint);
    checkpoint.catch(() => this.#checkpoints.delete(start));
    if (this.#checkpoints.size > MAX_PAGES) this.#checkpoints.delete(this.#checkpoints.keys().next().value!);
    return checkpoint;
  }

  /** Reads the pages that are missing, at least the first of them. */
  async #load(from: number, to: number): Promise<void> {
    let start = pageStart(from);
    while (this.#isWhole(start)) start += PAGE;
    const known = this.#reads.get(start);
    if (known) return known;
    let end = start + PAGE;
    while (end < to && end - start < MAX_READ && !this.#isWhole(end)) end += PAGE;
    const read = this.#read(start, end).finally(() => this.#reads.delete(start));
    this.#reads.set(start, read);
    return read;
  }

  async #read(start: number, end: number): Promise<void> {
    const events: UniversalEvent[] = [];
    for (;;) {
      const query = { offset: start + events.length, limit: end - start - events.length };
      const page = await this.#session.eventsPage(query);
      events.push(...page.events);
      if (page.events.length === 0 || !page.hasMore || events.length >= end - start) break;
    }
    const known = this.#pages.get(start)?.length ?? 0;
    if (events.length <= known) throw new Error(`event ${start + known + 1} cannot be read`);
    for (let at = 0; at < events.length; at += PAGE) {
      const page = events.slice(at, at + PAGE);
      const now = this.#pages.get(start + at);
      // Live events may have been added meanwhile.
      if (!now || now.length < page.length) this.#keep(start + at, page);
    }
    this.last = Math.max(this.last, start + events.length);
  }

  #isWhole(start: number): boolean {
    return (this.#pages.get(start)?.length ?? 0) >= Math.min(PAGE, Math.max(1, this.last - start));
  }

  #used(start: number): UniversalEvent[] | undefined {
    const page = this.#pages.get(start);
    if (page) this.#keep(start, page);
    return page;
  }

  #keep(start: number, page: UniversalEvent[]): void {
    this.#pages.delete(start);
    this.#pages.set(start, page);
    if (this.#pages.size <= MAX_PAGES) return;
    const lastPage = pageStart(this.last);
    for (const oldest of this.#pages.keys()) {
      if (oldest === lastPage || oldest === start) continue;
      this.#pages.delete(oldest);
      return;
    }
  }
}

function within(events: readonly UniversalEvent[], from: number, to: number): UniversalEvent[] {
  return events.filter(({ sequence }) => sequence >= from && sequence <= to);
}
