import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SessionInfo } from '../index.js';
import { useGreenroom } from './context.js';
import { SessionListStore } from './session-list-store.js';
import { Stores } from './stores.js';

const stores = new Stores((client) => new SessionListStore(client.sessions));

export interface SessionsView {
  /** Those that wait for a human first, then the newest. */
  sessions: readonly SessionInfo[];
  /** Whether there are older ones. */
  hasMore: boolean;
  loadMore(): Promise<void>;
}

/** The list of sessions, live; older ones on demand. */
export function useSessions(): SessionsView {
  const store = useSessionListStore();
  const subscribe = store?.subscribe ?? nothing;
  const sessions = () => store?.sessions() ?? none;
  const hasMore = () => store?.hasMore() ?? false;
  return {
    sessions: useSyncExternalStore(subscribe, sessions, sessions),
    hasMore: useSyncExternalStore(subscribe, hasMore, hasMore),
    loadMore: store?.loadMore ?? (async () => {}),
  };
}

/** The list that all components share; null during the first render. */
function useSessionListStore(): SessionListStore | null {
  const client = useGreenroom();
  const [shared, setShared] = useState<SessionListStore | null>(null);
  useEffect(() => {
    const { store, release } = stores.acquire(client, '');
    setShared(store);
    return release;
  }, [client]);
  return shared;
}

const none: readonly never[] = [];
const nothing = () => () => {};
