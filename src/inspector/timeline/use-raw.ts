import { useEffect, useState } from 'react';
import { keptFor } from '../session/kept-for.js';
import type { SessionStore } from '../session/session-store.js';
import { useSession } from '../session/use-session.js';

/** Who scrubs past an event does not want its payload. */
const PAUSE_MS = 150;

const payloadsOf = keptFor((_store: SessionStore) => new Map<number, unknown>());

export type RawPayload =
  | { status: 'loading' }
  | { status: 'there'; raw: unknown }
  | { status: 'failed'; why: string };

/** What the agent sent that an event was made of. The page has none of it: it is asked for, once. */
export function useRaw(sequence: number): RawPayload {
  const store = useSession();
  const [failure, setFailure] = useState<{ of: number; why: string } | null>(null);
  const [, setLoaded] = useState(0);
  const kept = payloadsOf(store);
  const isThere = kept.has(sequence);

  useEffect(() => {
    if (isThere) return;
    let isStale = false;
    const timer = setTimeout(() => {
      const page = { offset: sequence - 1, limit: 1, includeRaw: true };
      store.client.http.events(store.sessionId, page).then(
        ({ events }) => {
          kept.set(sequence, events[0]?.raw ?? null);
          if (!isStale) setLoaded((count) => count + 1);
        },
        (error: Error) => !isStale && setFailure({ of: sequence, why: error.message }),
      );
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [store, kept, sequence, isThere]);

  if (isThere) return { status: 'there', raw: kept.get(sequence) };
  return failure?.of === sequence ? { status: 'failed', why: failure.why } : { status: 'loading' };
}
