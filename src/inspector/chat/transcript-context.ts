import { createContext, useContext, useSyncExternalStore } from 'react';
import { type ItemRow, Transcript } from '../../client/index.js';
import { useSession } from '../session/use-session.js';

/** The conversation being shown, now or in the past. */
export const TranscriptContext = createContext(new Transcript());

/** The result of a tool call, if any. */
export function useResult(callId: string): ItemRow | undefined {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.resultOf(callId));
}

/** The number of an item's children. */
export function useChildCount(itemId: string): number {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.childrenOf(itemId).length);
}
