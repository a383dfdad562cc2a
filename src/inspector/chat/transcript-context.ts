import { createContext, useContext, useSyncExternalStore } from 'react';
import { type ItemRow, Transcript } from '../../client/index.js';
import { useSession } from '../session/use-session.js';

/** The conversation that is shown: of now, or of an earlier moment. */
export const TranscriptContext = createContext(new Transcript());

/** The result of a tool call, once there is one. */
export function useResult(callId: string): ItemRow | undefined {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.resultOf(callId));
}

/** How many items came from an item. */
export function useChildCount(itemId: string): number {
  const store = useSession();
  const transcript = useContext(TranscriptContext);
  return useSyncExternalStore(store.subscribe, () => transcript.childrenOf(itemId).length);
}
