import type { SessionInfo } from '../schema/index.js';
import type { Connection } from './connection.js';
import type { Notification } from './methods.js';

/** What a reader of the list of sessions is told. */
export interface SessionsListener {
  /** All of them, whenever a connection was made: what changed meanwhile is in it. */
  list(sessions: SessionInfo[]): void;
  opened(session: SessionInfo): void;
  changed(session: SessionInfo): void;
  closed(sessionId: string, reason: 'ended' | 'deleted'): void;
}

/** The list of all sessions, for as many as want to follow it. */
export class Watch {
  readonly #listeners = new Set<SessionsListener>();

  constructor(private readonly connection: Connection) {}

  add(listener: SessionsListener): () => void {
    this.#listeners.add(listener);
    if (this.connection.state.status === 'online') this.begin();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      if (this.connection.state.status === 'online')
        this.connection.call('session/unwatch', {}).catch(() => {});
    };
  }

  /** Watched first and listed then, so that nothing falls between. */
  begin(): void {
    if (this.#listeners.size === 0) return;
    const lost = () => {};
    this.connection.call('session/watch', {}).catch(lost);
    this.connection.call('session/list', {}).then(({ sessions }) => {
      for (const listener of this.#listeners) listener.list(sessions);
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
