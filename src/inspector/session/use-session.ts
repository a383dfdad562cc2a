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

/** The session that is open. */
export function useSession(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('there is no SessionContext above');
  return store;
}

/** One store for the session that the page is about, as long as it is about it. */
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

/** Something of the session: a plain value, or what stays the same object as long as it does not change. */
export function useSessionValue<T>(select: (store: SessionStore) => T): T {
  const store = useSession();
  return useSyncExternalStore(store.subscribe, () => select(store));
}

/** Renders again whenever the row, if there is one, has changed: rows are changed in place. */
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

/** The conversation now, or as it was at the event that the page looks at; and how many rows it has. */
export function useTranscript(): { transcript: Transcript; rows: number; at: number | null } {
  const store = useSession();
  const { at } = useRoute();
  const rows = useSessionValue(({ transcript }) => transcript.rows.length);
  const known = useSessionValue(({ events }) => at !== null && events.length >= at);
  // Built anew only where the event was not there yet: the past does not change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: known says when the events are there
  const past = useMemo(() => (at === null ? null : Transcript.at(store.events, at)), [store, at, known]);
  return past
    ? { transcript: past, rows: past.rows.length, at }
    : { transcript: store.transcript, rows, at: null };
}
