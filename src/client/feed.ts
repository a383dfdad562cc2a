import type {
  Notifications,
  SessionInfo,
  SessionQueue,
  StateValue,
  UniversalEvent,
} from '../schema/index.js';
import type { Connection } from './connection.js';
import { GreenroomError } from './error.js';
import type { FeedListener, SubscribeOptions, Subscription } from './listener.js';
import type { Notification, Result } from './methods.js';
import { Reader } from './reader.js';

/** A page of events. */
export interface Page {
  events: UniversalEvent[];
  hasMore: boolean;
}

export interface FeedDeps {
  connection: Connection;
  /** Reads the past, for readers that are behind the others. */
  readPage(sessionId: string, after: number, includeRaw: boolean): Promise<Page>;
  /** Called when the last reader has left. */
  onEmpty(): void;
}

/** How many events of a page, and how many that arrive while the last page is read. */
const MOST_WAITING = 10_000;

/**
 * The stream of one session for any number of readers. The daemon keeps one place in the stream per connection and
 * session; a reader that is behind it reads pages until it has caught up.
 */
export class Feed {
  readonly #sessionId: string;
  readonly #deps: FeedDeps;
  readonly #readers = new Set<Reader>();
  /** The last event; null until it is known where the stream begins. */
  #last: number | null = null;
  /** Until the daemon has confirmed the subscription, events belong to an earlier one and are ignored. */
  #isLive = false;
  /** The connects so far: an answer to an earlier one is ignored. */
  #beginnings = 0;
  #asked = { includeRaw: false, includeState: false };
  #caughtUp: number | null = null;
  /** What is told to readers that come later. */
  #session: SessionInfo | null = null;
  #state: { value: StateValue; sequence: number } | null = null;
  #agent: StateValue | null = null;
  #queue: SessionQueue | null = null;

  constructor(sessionId: string, deps: FeedDeps) {
    this.#sessionId = sessionId;
    this.#deps = deps;
  }

  add(listener: FeedListener, options: SubscribeOptions): Subscription {
    const reader = new Reader(listener, options);
    const isFirst = this.#readers.size === 0;
    this.#readers.add(reader);
    if (isFirst) this.#last = reader.last;
    const leave = () => this.#remove(reader);
    options.signal?.addEventListener('abort', leave, { once: true });
    if (options.signal?.aborted) leave();
    else if (isFirst) this.begin();
    else this.#join(reader);
    return {
      sessionId: this.#sessionId,
      get lastSequence() {
        return reader.last ?? 0;
      },
      close: () => {
        options.signal?.removeEventListener('abort', leave);
        leave();
      },
    };
  }

  /** Subscribes after the last event: over a new connection, after a gap, or for readers that want more. */
  begin(): void {
    this.#isLive = false;
    this.#caughtUp = null;
    const { connection } = this.#deps;
    if (connection.state.status !== 'online') return;
    const beginning = ++this.#beginnings;
    const isCurrent = () => this.#beginnings === beginning && this.#readers.size > 0;
    const reject = (error: GreenroomError) => isCurrent() && this.#refused(error);
    if (this.#last !== null) return this.#subscribe(this.#last, isCurrent, reject);
    connection.request(
      'session/get',
      { sessionId: this.#sessionId },
      {
        resolve: ({ lastSequence }) => {
          if (!isCurrent()) return;
          this.#last = lastSequence;
          for (const reader of [...this.#readers]) this.#place(reader);
          this.#subscribe(lastSequence, isCurrent, reject);
        },
        reject,
      },
    );
  }

  take(notification: Notification): void {
    if (!this.#isLive) return;
    const { method, params } = notification;
    if (method === 'event') return this.#takeEvent(params);
    if (method === 'session/state') {
      this.#state = params;
      return this.#tell((listener) => listener.state?.(params.value, params.sequence));
    }
    if (method === 'session/queue') return this.#takeQueue(params);
    if (method === 'session/agent') {
      this.#agent = params.agent;
      return this.#tell((listener) => listener.agent?.(params.agent));
    }
    if (method === 'session/refused') return this.#tell((listener) => listener.refused?.(params));
    if (method === 'session/caughtUp') {
      this.#caughtUp = params.sequence;
      for (const { isLive, listener } of [...this.#readers]) if (isLive) listener.caughtUp?.(params.sequence);
    }
  }

  /** The client is closed, or its token is refused. */
  end(error: GreenroomError | null): void {
    for (const reader of [...this.#readers]) {
      if (error) this.#drop(reader, error);
      else this.#remove(reader);
      reader.listener.closed?.();
    }
  }

  #subscribe(offset: number, isCurrent: () => boolean, reject: (error: GreenroomError) => void): void {
    const readers = [...this.#readers];
    this.#asked = {
      includeRaw: readers.some(({ includeRaw }) => includeRaw),
      includeState: readers.some(({ includeState }) => includeState),
    };
    // Events may follow the result at once.
    const resolve = (result: Result<'session/subscribe'>) => isCurrent() && this.#begun(result);
    const params = { sessionId: this.#sessionId, offset, ...this.#asked };
    this.#deps.connection.request('session/subscribe', params, { resolve, reject });
  }

  #begun({ session, state, queue }: Result<'session/subscribe'>): void {
    this.#isLive = true;
    this.#session = session;
    this.#state = { value: state.value, sequence: state.sequence };
    this.#agent = state.agent;
    this.#queue = queue ?? null;
    for (const reader of [...this.#readers]) this.#greet(reader);
  }

  /** A reader that comes later. */
  #join(reader: Reader): void {
    const { includeRaw, includeState } = this.#asked;
    this.#place(reader);
    const wantsMore = (reader.includeRaw && !includeRaw) || (reader.includeState && !includeState);
    // From the same place, so the others notice nothing.
    if (wantsMore) return this.begin();
    if (!this.#isLive) return;
    this.#greet(reader);
    if (reader.isLive && this.#caughtUp !== null) reader.listener.caughtUp?.(this.#caughtUp);
  }

  /** A reader that is behind the feed reads the past for itself. */
  #place(reader: Reader): void {
    reader.last ??= this.#last;
    if (this.#last === null || reader.last === null || reader.last >= this.#last) return;
    reader.isLive = false;
    void this.#catchUp(reader);
  }

  /** Tells a reader what is the case now. */
  #greet({ listener, includeState }: Reader): void {
    if (this.#session) listener.session?.(this.#session);
    if (!includeState) return;
    if (this.#state) listener.state?.(this.#state.value, this.#state.sequence);
    listener.agent?.(this.#agent);
    if (this.#queue) listener.queue?.(this.#queue);
  }

  #takeEvent(event: UniversalEvent): void {
    const last = this.#last ?? 0;
    if (event.sequence <= last) return;
    if (event.sequence !== last + 1) return this.begin();
    this.#last = event.sequence;
    for (const reader of [...this.#readers]) if (reader.isLive) reader.take(event);
  }

  #takeQueue({ revision, entries }: Notifications['session/queue']): void {
    const queue = { revision, entries };
    this.#queue = queue;
    this.#tell((listener) => listener.queue?.(queue));
  }

  #tell(call: (listener: FeedListener) => void): void {
    for (const { listener, includeState } of [...this.#readers]) if (includeState) call(listener);
  }

  /** Reads pages until there is no gap between them and the feed. What arrives during the last page is kept meanwhile. */
  async #catchUp(reader: Reader): Promise<void> {
    const arrived: UniversalEvent[] = [];
    const keeper = new Reader({ event: (event) => arrived.push(event) }, { includeRaw: reader.includeRaw });
    keeper.last = this.#last;
    try {
      while (!reader.isOver) {
        if (arrived.length > MOST_WAITING) {
          arrived.length = 0;
          keeper.last = this.#last;
        }
        this.#readers.add(keeper);
        const { events } = await this.#deps.readPage(this.#sessionId, reader.last!, reader.includeRaw);
        for (const event of events) reader.take(event);
        const first = arrived[0]?.sequence ?? (this.#last ?? 0) + 1;
        if (reader.last! < first - 1) continue;
        this.#readers.delete(keeper);
        for (const event of arrived) reader.take(event);
        reader.isLive = true;
        if (this.#caughtUp !== null) reader.listener.caughtUp?.(reader.last!);
        return;
      }
    } catch (error) {
      this.#drop(reader, error as GreenroomError);
    } finally {
      this.#remove(keeper);
    }
  }

  #refused(error: GreenroomError): void {
    // A lost connection is retried, and one to a stopping daemon is lost soon; both subscribe again.
    if (GreenroomError.is(error, 'disconnected', 'overloaded')) return;
    for (const reader of [...this.#readers]) this.#drop(reader, error);
  }

  #drop(reader: Reader, error: GreenroomError): void {
    if (reader.isOver) return;
    this.#remove(reader);
    reader.listener.failed?.(error);
  }

  #remove(reader: Reader): void {
    reader.isOver = true;
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
    this.#deps.onEmpty();
    const { connection } = this.#deps;
    if (connection.state.status !== 'online') return;
    // If the connection is lost meanwhile, so is the subscription.
    connection.call('session/unsubscribe', { sessionId: this.#sessionId }).catch(() => {});
  }
}
