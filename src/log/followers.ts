import { cutBatch } from './batch.js';
import type { Batch, EventLog, Follower, Unfollow, Write } from './log.js';

/** How much is read at a time for a follower that is behind. */
const CHUNK_CHARS = 256 * 1024;

interface Subscription {
  readonly follower: Follower;
  /** The last sequence delivered. */
  cursor: number;
  /** Whether it has every stored event and receives new ones as they are written. */
  isLive: boolean;
}

interface Change {
  sessionId: string;
  /** Null if the session was deleted. */
  write: Write | null;
}

/** The followers of a log. The log's implementation reports its writes and deletions. */
export class Followers {
  readonly #log: Pick<EventLog, 'read'>;
  /** The last stored sequence, synchronously. */
  readonly #tail: (sessionId: string) => number;
  readonly #sessions = new Map<string, Set<Subscription>>();
  /** Changes that happened while an earlier one was being delivered. */
  readonly #changes: Change[] = [];
  #isNotifying = false;

  constructor(log: Pick<EventLog, 'read'>, tail: (sessionId: string) => number) {
    this.#log = log;
    this.#tail = tail;
  }

  follow(sessionId: string, after: number, follower: Follower): Unfollow {
    const subscription = { follower, cursor: Math.max(after, 0), isLive: false };
    const subscriptions = this.#sessions.get(sessionId) ?? new Set();
    this.#sessions.set(sessionId, subscriptions.add(subscription));
    if (this.#tail(sessionId) <= after) subscription.isLive = true;
    else void this.#catchUp(sessionId, subscription);
    return () => this.#remove(sessionId, subscription);
  }

  appended(sessionId: string, write: Write): void {
    if (this.#sessions.has(sessionId)) this.#notify({ sessionId, write });
  }

  deleted(sessionId: string): void {
    this.#notify({ sessionId, write: null });
  }

  /** One at a time: writes made by a follower are delivered after the current one. */
  #notify(change: Change): void {
    this.#changes.push(change);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    for (let next = this.#changes.shift(); next; next = this.#changes.shift()) {
      const { sessionId, write } = next;
      if (write) this.#deliver(sessionId, write);
      else this.#dismiss(sessionId);
    }
    this.#isNotifying = false;
  }

  #deliver(sessionId: string, { batch, silent, queue }: Write): void {
    const subscriptions = this.#sessions.get(sessionId);
    if (!subscriptions) return;
    for (const subscription of subscriptions) {
      const { follower, cursor } = subscription;
      try {
        if (queue) follower.onQueue?.(queue);
        // One that is behind will read the rest from the log.
        if (!subscription.isLive) continue;
        for (const change of silent ?? []) {
          if (subscriptions.has(subscription)) follower.onState?.(change);
        }
        if (!batch || batch.last <= cursor || !subscriptions.has(subscription)) continue;
        subscription.cursor = batch.last;
        follower.onBatch(cutBatch(batch, { from: cursor + 1, to: batch.last }));
      } catch (error) {
        report(error);
      }
    }
  }

  #dismiss(sessionId: string): void {
    const subscriptions = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    for (const { follower } of subscriptions ?? []) {
      try {
        follower.onDeleted?.();
      } catch (error) {
        report(error);
      }
    }
  }

  async #catchUp(sessionId: string, subscription: Subscription): Promise<void> {
    const { follower } = subscription;
    const isThere = () => this.#sessions.get(sessionId)?.has(subscription) === true;
    while (isThere() && this.#tail(sessionId) > subscription.cursor) {
      let batches: Batch[];
      try {
        const limit = { chars: CHUNK_CHARS, raw: true, states: true };
        batches = await this.#log.read(sessionId, subscription.cursor, limit);
      } catch (error) {
        if (isThere()) follower.onError?.(error);
        return this.#remove(sessionId, subscription);
      }
      for (const batch of batches) {
        if (!isThere()) return;
        subscription.cursor = batch.last;
        try {
          follower.onBatch(batch);
        } catch (error) {
          report(error);
        }
      }
    }
    // No await between the check of the tail and this: no write can be missed.
    subscription.isLive = true;
  }

  #remove(sessionId: string, subscription: Subscription): void {
    const subscriptions = this.#sessions.get(sessionId);
    if (subscriptions?.delete(subscription) && subscriptions.size === 0) this.#sessions.delete(sessionId);
  }
}

/** Rethrown asynchronously: the error stays visible, and affects neither other followers nor the writer. */
function report(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
