import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type {
  GreenroomClient,
  GreenroomError,
  PermissionRow,
  QuestionRow,
  Row,
  Session,
  SessionInfo,
  SessionQueue,
  StateValue,
  Transcript,
} from '../index.js';
import { useGreenroom } from './context.js';
import { type Phase, SessionStore } from './session-store.js';
import { Stores } from './stores.js';

/** How many older events are added at once. */
const MOST_OLDER = 5000;

const stores = new Stores((client, sessionId) => new SessionStore(client, sessionId));

/** Keeps a session's store, also while no component uses it. Returns a function that ends this. */
export function holdSession(client: GreenroomClient, sessionId: string): () => void {
  return stores.acquire(client, sessionId).release;
}

/**
 * Everything about a session, in a store that all components share. null without an id, and during the first render of the first one. It
 * renders nothing anew by itself: see `useStoreValue`.
 */
export function useSessionStore(sessionId: string | null): SessionStore | null {
  const client = useGreenroom();
  const [store, setStore] = useState<SessionStore | null>(null);
  useEffect(() => {
    if (sessionId === null) return setStore(null);
    const { store, release } = stores.acquire(client, sessionId);
    setStore(store);
    return release;
  }, [client, sessionId]);
  if (store?.sessionId === sessionId && store.client === client) return store;
  return sessionId === null ? null : stores.peek(client, sessionId);
}

/** Selects a value of a store: a primitive, or an object whose identity changes with its content. */
export function useStoreValue<T>(store: SessionStore, select: (store: SessionStore) => T): T;
export function useStoreValue<T>(
  store: SessionStore | null,
  select: (store: SessionStore) => T,
): T | undefined;
export function useStoreValue<T>(
  store: SessionStore | null,
  select: (store: SessionStore) => T,
): T | undefined {
  const value = () => (store ? select(store) : undefined);
  return useSyncExternalStore(store?.subscribe ?? nothing, value, value);
}

/** Renders anew when the row changes: rows are changed in place. */
export function useRow<R extends Row | undefined>(store: SessionStore, row: R): R {
  const key = row?.key;
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => {} : store.subscribeRow(key, listener)),
    [store, key],
  );
  const version = () => row?.version;
  useSyncExternalStore(subscribe, version, version);
  return row;
}

export interface SessionView {
  /** To send, reply, interrupt … */
  session: Session;
  /** null until it is loaded. */
  info: SessionInfo | null;
  /** The value of its machine. */
  state: StateValue | null;
  /** `live` once its past is loaded; `failed` if it cannot be read, see `error`. */
  phase: Phase;
  error: GreenroomError | null;
}

/** A session, live. */
export function useSession(sessionId: string): SessionView {
  const client = useGreenroom();
  const store = useSessionStore(sessionId);
  return {
    session: store?.handle ?? client.session(sessionId),
    info: useStoreValue(store, ({ session }) => session) ?? null,
    state: useStoreValue(store, ({ state }) => state) ?? null,
    phase: useStoreValue(store, ({ phase }) => phase) ?? 'loading',
    error: useStoreValue(store, ({ error }) => error) ?? null,
  };
}

/**
 * The conversation, live: its end first, then the rest. Renders anew at most once per frame. It is changed in place, so memoized components below need
 * the `version` of what they show.
 */
export function useTranscript(sessionId: string): Transcript | null {
  const store = useSessionStore(sessionId);
  useStoreValue(store, ({ transcript }) => `${transcript.firstSequence} ${transcript.lastSequence}`);
  const hasOlder = useStoreValue(store, (store) => store.phase === 'live' && store.hasOlder);
  useEffect(() => {
    if (!store || !hasOlder) return;
    let isOver = false;
    void (async () => {
      while (!isOver && store.hasOlder) await store.loadOlder(MOST_OLDER);
      // Without a connection the rest is loaded with the next use.
    })().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [store, hasOlder]);
  return store?.transcript ?? null;
}

/** The permissions and questions that wait for somebody, oldest first. */
export function useRequests(sessionId: string): readonly (PermissionRow | QuestionRow)[] {
  const store = useSessionStore(sessionId);
  return useStoreValue(store, ({ requests }) => requests) ?? none;
}

/** The messages that wait for the running turn to end. */
export function useQueue(sessionId: string): SessionQueue {
  const store = useSessionStore(sessionId);
  return useStoreValue(store, ({ queue }) => queue) ?? emptyQueue;
}

const none: readonly never[] = [];
const emptyQueue: SessionQueue = { revision: 0, entries: [] };
const nothing = () => () => {};
