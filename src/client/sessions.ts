import type { CreateSessionResponse, SessionInfo } from '../schema/index.js';
import type { Abortable } from './abort.js';
import { Awaitable } from './awaitable.js';
import type { Connection } from './connection.js';
import type { Params, Result } from './methods.js';
import type { Session } from './session.js';
import type { SessionsListener, Watch } from './watch.js';

export type SessionQuery = NonNullable<Params<'session/list'>>;
export type SessionFilter = Omit<SessionQuery, 'cursor' | 'limit'>;
export type NewSession = Params<'session/create'>;

export interface SessionsDeps {
  connection: Connection;
  watch: Watch;
  session(id: string): Session;
}

/** The sessions of the daemon. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /** Creates a session. Its agent may still be starting; `created` is what the daemon answered. */
  async create(request: NewSession, options?: Abortable): Promise<CreatedSession> {
    const created = await this.#deps.connection.call('session/create', request, options);
    return Object.assign(this.#deps.session(created.sessionId), { created });
  }

  /** A page of sessions, newest activity first; `nextCursor` leads to the next one. */
  page(query: SessionQuery = {}, options?: Abortable): Promise<Result<'session/list'>> {
    return this.#deps.connection.call('session/list', query, options);
  }

  /**
   * The sessions that match, newest activity first: `for await` fetches page after page, and awaiting the call all of
   * them.
   */
  list(filter: SessionFilter = {}, options?: Abortable): SessionList {
    return new SessionList((cursor) => this.page({ ...filter, ...(cursor && { cursor }) }, options));
  }

  /** Follows the list; returns a function that stops it. */
  watch(listener: SessionsListener, { signal }: Abortable = {}): () => void {
    if (signal?.aborted) return () => {};
    const stop = this.#deps.watch.add(listener);
    signal?.addEventListener('abort', stop, { once: true });
    return stop;
  }
}

/** A session, and what the daemon said about it when it was created. */
export type CreatedSession = Session & { readonly created: CreateSessionResponse };

/** Sessions that are fetched as they are needed. */
export class SessionList extends Awaitable<SessionInfo[]> implements AsyncIterable<SessionInfo> {
  readonly #page: (cursor: string | null) => Promise<Result<'session/list'>>;

  constructor(page: (cursor: string | null) => Promise<Result<'session/list'>>) {
    super();
    this.#page = page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SessionInfo, void, undefined> {
    for (let cursor: string | null = null; ; ) {
      const { sessions, nextCursor } = await this.#page(cursor);
      yield* sessions;
      // Daemons before 0.4 send everything at once, and no cursor.
      if (!nextCursor) return;
      cursor = nextCursor;
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  override then<A = SessionInfo[], B = never>(
    onResolved?: ((sessions: SessionInfo[]) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#all().then(onResolved, onRejected);
  }

  async #all(): Promise<SessionInfo[]> {
    const all: SessionInfo[] = [];
    for await (const session of this) all.push(session);
    return all;
  }
}
