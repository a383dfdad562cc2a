import type { UniversalEvent } from '../schema/index.js';
import type { FeedListener, SubscribeOptions } from './listener.js';

/** One listener of a feed, and its place in the stream. */
export class Reader {
  readonly listener: FeedListener;
  readonly includeRaw: boolean;
  readonly includeState: boolean;
  /** The sequence of its last event; null if it begins with the next one. */
  last: number | null;
  /** Whether it takes the events of the feed. Otherwise it reads the past by pages. */
  isLive = true;
  isOver = false;

  constructor(listener: FeedListener, { after = 0, includeRaw, includeState }: SubscribeOptions) {
    this.listener = listener;
    this.last = after === 'latest' ? null : after;
    this.includeRaw = includeRaw ?? false;
    this.includeState = includeState ?? false;
  }

  /** Takes an event, unless it has it already. */
  take(event: UniversalEvent): void {
    if (this.isOver || (this.last !== null && event.sequence <= this.last)) return;
    this.last = event.sequence;
    this.listener.event?.(this.includeRaw || event.raw === null ? event : { ...event, raw: null });
  }
}
