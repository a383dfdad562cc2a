import { createContext, useContext, useSyncExternalStore } from 'react';
import { type ItemRow, type Thread, Transcript } from '../../client/index.js';
import { useSession } from '../session/use-session.js';

/** The conversation being shown, now or in the past. */
export const TranscriptContext = createContext(new Transcript());

/** Whether the conversation is shown as it is now: in the past, nothing runs. */
export function useIsLive(): boolean {
  return useContext(TranscriptContext) === useSession().transcript;
}

/** The result of a tool call, if any. */
export function useResult(callId: string): ItemRow | undefined {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.resultOf(callId));
}

/** Whether the work of a sub-agent is shown below an item. */
export function useIsHead(itemId: string): boolean {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(
    store.subscribe,
    // Events of earlier versions have no threads: there, a sub-agent's rows are the children of its call.
    () =>
      transcript.threads.has(itemId) ||
      transcript.childrenOf(itemId).some(({ item }) => item.thread_id == null),
  );
}

/** The thread that an item heads, if any. Re-renders when it changes: threads are changed in place. */
export function useThread(itemId: string): Thread | undefined {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  useSyncExternalStore(store.subscribe, () => transcript.threads.get(itemId)?.version);
  return transcript.threads.get(itemId);
}

/** Whether a plan is the latest of its thread. */
export function useIsLatestPlan(row: ItemRow): boolean {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(
    store.subscribe,
    () => transcript.planOf(row.item.thread_id ?? null)?.key === row.key,
  );
}

/** The latest plan of the main thread. */
export function useMainPlan(): ItemRow | undefined {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.planOf(null));
}

export function useIsTurnRunning(): boolean {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.turn !== null);
}
