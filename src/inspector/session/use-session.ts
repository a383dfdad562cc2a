import { createContext, useContext, useMemo } from 'react';
import { type Row, Transcript } from '../../client/index.js';
import { type SessionStore, useRow as useRowOf, useStoreValue } from '../../client/react/index.js';
import { useRoute } from '../shell/route.js';

export const SessionContext = createContext<SessionStore | null>(null);

/** The open session. */
export function useSession(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('missing SessionContext');
  return store;
}

/** Selects a value of the open session: a primitive, or an object whose identity changes with its content. */
export function useSessionValue<T>(select: (store: SessionStore) => T): T {
  return useStoreValue(useSession(), select);
}

/** Re-renders when the row changes: rows are mutated in place. */
export function useRow<R extends Row | undefined>(row: R): R {
  return useRowOf(useSession(), row);
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
