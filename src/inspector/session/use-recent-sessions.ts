import { useEffect, useRef } from 'react';
import { holdSession, useGreenroom } from '../../client/react/index.js';

/** How many sessions are kept in memory, with their events and scroll positions. */
const MAX_RECENT = 5;

/** Keeps the sessions that were open last, so that they are there at once. `isBroken`: it cannot be read. */
export function useRecentSessions(sessionId: string | null, isBroken: boolean): void {
  const client = useGreenroom();
  const held = useRef(new Map<string, () => void>());
  useEffect(() => {
    if (sessionId === null) return;
    const release = held.current.get(sessionId);
    held.current.delete(sessionId);
    if (!isBroken) held.current.set(sessionId, release ?? holdSession(client, sessionId));
    else release?.();
    for (const [oldest, release] of held.current) {
      if (held.current.size <= MAX_RECENT) break;
      held.current.delete(oldest);
      release();
    }
  }, [client, sessionId, isBroken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores of another client are others
  useEffect(() => {
    const all = held.current;
    return () => {
      for (const release of all.values()) release();
      all.clear();
    };
  }, [client]);
}
