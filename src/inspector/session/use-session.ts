import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Row, Transcript } from '../../client/index.js';
import { useClient } from '../shell/client-context.js';
import { useRoute } from '../shell/route.js';
import { SessionStore } from './session-store.js';

export const SessionContext = createContext<SessionStore | null>(null);

/** The open session. */
export function useSession(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('missing SessionContext');
  return store;
}

/** Opens a store for the page's session and closes it when the session changes. */
export function useOpenSession(sessionId: string | null): SessionStore | null {
  const client = useClient();
  const [store, setStore] = useState<SessionStore | null>(null);
  useEffect(() => {
    if (sessionId === null) return setStore(null);
    const opened = new SessionStore(client, sessionId);
    setStore(opened);
    return () => opened.close();
  }, [client, sessionId]);
  return store?.sessionId === sessionId ? store : null;
}

/** Selects a value of the session: a primitive, or an object whose identity changes with its content. */
export function useSessionValue<T>(select: (store: SessionStore) => T): T {
  const store = useSession();
  return useSyncExternalStore(store.subscribe, () => select(store));
}

/** Re-renders when the row changes: rows are mutated in place. */
export function useRow<R extends Row | undefined>(row: R): R {
  const store = useSession();
  const key = row?.key;
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => {} : store.subscribeRow(key, listener)),
    [store, key],
  );
  useSyncExternalStore(subscribe, () => row?.version);
  return row;
}

/** The conversation, now or as of the selected event, and its number of rows. */
export function useTranscript(): { transcript: Transcript; rows: number; at: number | null } {
  const store = useSession();
  const { at } = useRoute();
  const rows = useSessionValue(({ transcript }) => transcript.rows.length);
  const known = useSessionValue(({ events }) => at !== null && events.length >= at);
  // Rebuilt only if the event had not arrived yet: the past does not change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: known tells when the events have arrived
  const past = useMemo(() => (at === null ? null : Transcript.at(store.events, at)), [store, at, known]);
  return past
    ? { transcript: past, rows: past.rows.length, at }
    : { transcript: store.transcript, rows, at: null };
}
