import type { SessionInfo } from '../schema/index.js';
import type { Connection } from './connection.js';
import type { Notification } from './methods.js';

/** Callbacks for the list of sessions. */
export interface SessionsListener {
  /**
   * The sessions with the newest activity, after each connect; covers all changes in the meantime. `nextCursor` leads to
   * the others with `sessionPage`, and is null if these are all.
   */
  list(sessions: SessionInfo[], nextCursor: string | null): void;
  opened(session: SessionInfo): void;
  changed(session: SessionInfo): void;
  closed(sessionId: string, reason: 'ended' | 'deleted'): void;
}

/** The list of all sessions, shared by any number of listeners. */
export class Watch {
  readonly #connection: Connection;
  readonly #listeners = new Set<SessionsListener>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(listener: SessionsListener): () => void {
    this.#listeners.add(listener);
    if (this.#connection.state.status === 'online') this.begin();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      if (this.#connection.state.status === 'online')
        this.#connection.call('session/unwatch', {}).catch(() => {});
    };
  }

  /** Watches before it lists, so no change is missed. */
  begin(): void {
    if (this.#listeners.size === 0) return;
    const lost = () => {};
    this.#connection.call('session/watch', {}).catch(lost);
    this.#connection.call('session/list', {}).then(({ sessions, nextCursor }) => {
      for (const listener of this.#listeners) listener.list(sessions, nextCursor ?? null);
    }, lost);
  }

  take(notification: Notification): void {
    for (const listener of this.#listeners) {
      if (notification.method === 'session/opened') listener.opened(notification.params.session);
      if (notification.method === 'session/changed') listener.changed(notification.params.session);
      if (notification.method === 'session/closed') {
        listener.closed(notification.params.sessionId, notification.params.reason);
      }
    }
  }
}
