import type { Connection } from './connection.js';
import { GreenroomError } from './error.js';
import { Feed, type Page } from './feed.js';
import type { HttpCalls } from './http-calls.js';
import type { FeedListener, SubscribeOptions, Subscription } from './listener.js';
import type { Notification } from './methods.js';
import { delay, type Timers } from './timers.js';

/** How many events are read at once. */
const PAGE = 1000;
const RETRY_MS = 250;

export interface FeedsDeps {
  connection: Connection;
  http: HttpCalls;
  timers: Timers;
  /** Rejects if there will be no connection. */
  waitUntilOnline(signal?: AbortSignal): Promise<void>;
}

/** The streams of all sessions that somebody reads, over one connection. */
export class Feeds {
  readonly #connection: Connection;
  readonly #http: HttpCalls;
  readonly #waitUntilOnline: FeedsDeps['waitUntilOnline'];
  readonly #timers: Timers;
  readonly #bySession = new Map<string, Feed>();

  constructor({ connection, http, timers, waitUntilOnline }: FeedsDeps) {
    this.#connection = connection;
    this.#http = http;
    this.#timers = timers;
    this.#waitUntilOnline = waitUntilOnline;
  }

  /** Without a connection it begins when there is one; if there will be none, it fails. */
  subscribe(sessionId: string, listener: FeedListener, options: SubscribeOptions): Subscription {
    const subscription = this.#subscribe(sessionId, listener, options);
    const { state } = this.#connection;
    // Not before the caller has the subscription.
    if (state.status === 'closed') queueMicrotask(() => this.end(null));
    if (state.status === 'refused') queueMicrotask(() => this.end(new GreenroomError(state.problem)));
    return subscription;
  }

  #subscribe(sessionId: string, listener: FeedListener, options: SubscribeOptions): Subscription {
    let feed = this.#bySession.get(sessionId);
    if (!feed) {
      const created = new Feed(sessionId, {
        connection: this.#connection,
        readPage: (...page) => this.readPage(...page),
        onEmpty: () => {
          if (this.#bySession.get(sessionId) === created) this.#bySession.delete(sessionId);
        },
      });
      feed = created;
      this.#bySession.set(sessionId, feed);
    }
    return feed.add(listener, options);
  }

  /** A page of events; waits for a connection if there is none. */
  async readPage(
    sessionId: string,
    offset: number,
    includeRaw: boolean,
    signal?: AbortSignal,
  ): Promise<Page> {
    const parts = { path: { sessionId }, query: { offset, includeRaw, limit: PAGE } };
    for (;;) {
      await this.#waitUntilOnline(signal);
      try {
        return await this.#http.json('GET /v1/sessions/:sessionId/events', parts, { signal });
      } catch (error) {
        if (!GreenroomError.is(error, 'disconnected')) throw error;
        // The WebSocket may not have noticed yet.
        await delay(this.#timers, RETRY_MS, signal);
      }
    }
  }

  take(notification: Notification): void {
    const { params } = notification;
    const sessionId = 'session_id' in params ? params.session_id : 'sessionId' in params && params.sessionId;
    if (sessionId) this.#bySession.get(sessionId)?.take(notification);
  }

  /** Over a new connection. */
  begin(): void {
    for (const feed of this.#bySession.values()) feed.begin();
  }

  end(error: GreenroomError | null): void {
    for (const feed of [...this.#bySession.values()]) feed.end(error);
  }
}
