import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { Row, Transcript } from '../../client/index.js';
import {
  type SessionStore,
  TranscriptWindow,
  useRow as useRowOf,
  useStoreValue,
} from '../../client/react/index.js';
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

export interface TranscriptView {
  transcript: Transcript;
  /** Its rows: another array whenever rows were added at the front. */
  rows: readonly Row[];
  /** The number of its rows. */
  count: number;
  /** The event that it ends with; null for now. */
  at: number | null;
  hasOlder: boolean;
  loadOlder(count?: number): Promise<void>;
}

/** The conversation, now or as of the selected event. */
export function useTranscript(): TranscriptView {
  const store = useSession();
  const { at } = useRoute();
  const transcript = useSessionValue((each) => each.transcript);
  const rows = useSessionValue((each) => each.transcript.rows);
  const count = useSessionValue((each) => each.transcript.rows.length);
  const hasOlder = useSessionValue((each) => each.hasOlder);
  const past = usePast(at);
  const live = useMemo(
    () => ({ transcript, rows, count, at: null, hasOlder, loadOlder: (n?: number) => store.loadOlder(n) }),
    [store, transcript, rows, count, hasOlder],
  );
  return past ?? live;
}

/** The conversation as of an event. Until it is loaded, the one that was shown before stays. */
function usePast(at: number | null): TranscriptView | null {
  const store = useSession();
  const isLoaded = useSessionValue(({ phase }) => phase === 'live');
  const [past, setPast] = useState<TranscriptView | null>(null);
  useEffect(() => {
    if (at === null || !isLoaded) return setPast(null);
    let isStale = false;
    const show = () => !isStale && setPast(viewOf(window, at));
    const window = new TranscriptWindow(store.pages, show);
    window.open(Math.min(at, store.lastSequence), show).then(show, () => {});
    return () => {
      isStale = true;
    };
  }, [store, at, isLoaded]);
  return at === null ? null : past;
}

function viewOf(window: TranscriptWindow, at: number): TranscriptView {
  const { transcript, hasOlder } = window;
  const { rows } = transcript;
  return {
    transcript,
    rows,
    count: rows.length,
    at,
    hasOlder,
    loadOlder: (count) => window.loadOlder(count),
  };
}
