import type { UniversalEvent } from '../schema/index.js';
import type { GreenroomError } from './error.js';
import type { Feeds } from './feeds.js';
import type { SubscribeOptions, Subscription } from './listener.js';

export type EventsOptions = Omit<SubscribeOptions, 'includeState'>;

/** A reader that is this many events behind goes back to reading pages, so that a slow one takes no memory. */
const MOST_WAITING = 1000;

/**
 * The events of a session, at the pace of who reads them: the past by pages, then live. It outlives connections, and ends
 * after `session.ended`, when it is aborted and when the client is closed.
 */
export async function* sessionEvents(
  feeds: Feeds,
  sessionId: string,
  { after = 0, includeRaw = false, signal }: EventsOptions,
): AsyncGenerator<UniversalEvent, void, undefined> {
  let last = after;
  try {
    while (!signal?.aborted) {
      if (last !== 'latest') {
        const { events, hasMore } = await feeds.readPage(sessionId, last, includeRaw, signal);
        for (const event of events) {
          if (signal?.aborted) return;
          last = event.sequence;
          yield event;
          if (event.type === 'session.ended') return;
        }
        if (hasMore) continue;
      }
      const live = new LiveEvents(feeds, sessionId, { after: last, includeRaw, signal });
      try {
        for (let event = await live.next(); event; event = await live.next()) {
          last = event.sequence;
          yield event;
          if (event.type === 'session.ended') return;
        }
      } finally {
        live.close();
      }
      if (live.isOver) return;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Live events that wait to be read. */
class LiveEvents {
  readonly #waiting: UniversalEvent[] = [];
  readonly #subscription: Subscription;
  readonly #signal: AbortSignal | undefined;
  #error: GreenroomError | null = null;
  #hasOverflowed = false;
  /** Whether nothing follows: the client was closed, or the reader has left. */
  isOver = false;
  #wake = () => {};

  constructor(feeds: Feeds, sessionId: string, options: EventsOptions) {
    this.#signal = options.signal;
    this.#signal?.addEventListener('abort', this.#onAbort);
    this.#subscription = feeds.subscribe(
      sessionId,
      {
        event: (event) => this.#add(event),
        failed: (error) => {
          this.#error = error;
          this.#wake();
        },
        closed: () => this.#onAbort(),
      },
      options,
    );
  }

  /** The next event; null if there is none, since too many wait or it is over. */
  async next(): Promise<UniversalEvent | null> {
    for (;;) {
      if (this.#signal?.aborted) return null;
      const event = this.#waiting.shift();
      if (event) return event;
      if (this.#error) throw this.#error;
      if (this.isOver || this.#hasOverflowed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#subscription.close();
  }

  #add(event: UniversalEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length >= MOST_WAITING) {
      this.#hasOverflowed = true;
      this.#subscription.close();
    }
    this.#wake();
  }

  readonly #onAbort = () => {
    this.isOver = true;
    this.#wake();
  };
}
