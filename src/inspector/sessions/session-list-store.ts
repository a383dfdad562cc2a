import { useSyncExternalStore } from 'react';
import type { GreenroomClient, SessionInfo } from '../../client/index.js';
import { Listeners } from '../session/listeners.js';

/** The live list of all sessions. */
export class SessionListStore {
  readonly #byId = new Map<string, SessionInfo>();
  #sorted: readonly SessionInfo[] = [];
  readonly #listeners = new Listeners();
  readonly close: () => void;

  constructor(client: Pick<GreenroomClient, 'watchSessions'>) {
    this.close = client.watchSessions({
      list: (sessions) => {
        this.#byId.clear();
        for (const session of sessions) this.#byId.set(session.sessionId, session);
        this.#changed();
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

export function useSessions(store: SessionListStore): readonly SessionInfo[] {
  return useSyncExternalStore(store.subscribe, store.sessions);
}
