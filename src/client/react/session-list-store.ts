import type { GreenroomClient, SessionInfo, SessionQuery } from '../index.js';
import { Listeners } from './listeners.js';

type SessionSource = Pick<GreenroomClient['sessions'], 'watch' | 'page'>;

/** The live list of sessions: those with the newest activity, and older ones on demand. */
export class SessionListStore {
  readonly #sessions: SessionSource;
  readonly #byId = new Map<string, SessionInfo>();
  #nextCursor: string | null = null;
  #sorted: readonly SessionInfo[] = [];
  readonly #listeners = new Listeners();
  readonly close: () => void;

  constructor(sessions: SessionSource) {
    this.#sessions = sessions;
    this.close = sessions.watch({
      list: (sessions, nextCursor) => {
        this.#byId.clear();
        for (const session of sessions) this.#byId.set(session.sessionId, session);
        this.#nextCursor = nextCursor;
        this.#changed();
        // Sessions that wait for a human come first, however long they have waited.
        if (nextCursor !== null) void this.#load({ status: 'waiting' });
      },
      opened: (session) => this.#put(session),
      changed: (session) => this.#put(session),
      closed: (sessionId, reason) => {
        if (reason === 'deleted' && this.#byId.delete(sessionId)) this.#changed();
      },
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Sessions waiting for a human first, then the newest. */
  readonly sessions = (): readonly SessionInfo[] => this.#sorted;

  /** Whether there are older sessions than those in the list. */
  readonly hasMore = (): boolean => this.#nextCursor !== null;

  readonly loadMore = async (): Promise<void> => {
    const cursor = this.#nextCursor;
    if (cursor === null) return;
    const page = await this.#load({ cursor });
    // Unless the list was read anew meanwhile.
    if (page && this.#nextCursor === cursor) this.#nextCursor = page.nextCursor;
    this.#changed();
  };

  /** Without a connection there is nothing to add; the list is read again when it is back. */
  async #load(query: SessionQuery) {
    const page = await this.#sessions.page(query).catch(() => null);
    for (const session of page?.sessions ?? []) this.#byId.set(session.sessionId, session);
    this.#changed();
    return page;
  }

  #put(session: SessionInfo): void {
    this.#byId.set(session.sessionId, session);
    this.#changed();
  }

  #changed(): void {
    const urgent = ({ status }: SessionInfo) => Number(status === 'waiting');
    this.#sorted = [...this.#byId.values()].sort(
      (a, b) => urgent(b) - urgent(a) || b.createdAt - a.createdAt || a.sessionId.localeCompare(b.sessionId),
    );
    this.#listeners.notify();
  }
}
