import { Transcript } from '../index.js';
import { type EventPages, PAGE, pageStart } from './event-pages.js';

/** Sessions that are not longer are loaded from their beginning. */
const SHORT = 2 * PAGE;
/** How many events there are at least at first. */
const ENOUGH = PAGE / 2;

/** A conversation up to an event, of which the end is loaded first and older pages on demand. */
export class TranscriptWindow {
  readonly transcript = new Transcript();
  readonly #pages: EventPages;
  readonly #onChange: () => void;
  #checkpoint: Promise<void> = Promise.resolve();
  #older: Promise<void> | null = null;

  constructor(pages: EventPages, onChange: () => void = () => {}) {
    this.#pages = pages;
    this.#onChange = onChange;
  }

  /** Whether there are older events than those that are loaded. */
  get hasOlder(): boolean {
    return this.transcript.firstSequence > 1;
  }

  /** Loads the end. `onEvents` is called when its events are there; what was open before them may follow. */
  async open(to: number, onEvents: () => void = () => {}): Promise<void> {
    const start = startBefore(to);
    const checkpoint = start > 0 ? this.#pages.checkpoint(start) : null;
    // It is awaited below, unless the events cannot be read.
    checkpoint?.catch(() => {});
    for (const event of await this.#pages.range(start + 1, to)) this.transcript.apply(event);
    onEvents();
    if (!checkpoint) return;
    this.#checkpoint = checkpoint.then(
      (checkpoint) => {
        this.transcript.begin(checkpoint);
        this.#onChange();
      },
      // Without it, items that were open before are shown when their beginning is loaded.
      () => {},
    );
    await this.#checkpoint;
  }

  /** Adds at least so many older events, unless there are fewer. */
  loadOlder(count = PAGE): Promise<void> {
    this.#older ??= this.#loadOlder(count).finally(() => {
      this.#older = null;
    });
    return this.#older;
  }

  async #loadOlder(count: number): Promise<void> {
    await this.#checkpoint;
    const before = this.transcript.firstSequence - 1;
    if (before < 1) return;
    const first = pageStart(Math.max(1, before - count + 1)) + 1;
    const events = await this.#pages.range(first, before);
    this.transcript.prepend(events);
    this.#onChange();
  }
}

/** The number of events before those that are loaded to show an event. */
export function startBefore(to: number): number {
  if (to <= SHORT) return 0;
  const start = pageStart(to);
  return to - start < ENOUGH ? start - PAGE : start;
}
