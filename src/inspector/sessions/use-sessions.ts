import { useSyncExternalStore } from 'react';
import type { SessionInfo } from '../../client/index.js';
import type { SessionListStore } from './session-list-store.js';

export function useHasMore(store: SessionListStore): boolean {
  return useSyncExternalStore(store.subscribe, store.hasMore);
}

export function useSessions(store: SessionListStore): readonly SessionInfo[] {
  return useSyncExternalStore(store.subscribe, store.sessions);
}
