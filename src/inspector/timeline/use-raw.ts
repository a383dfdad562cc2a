import { useEffect, useState } from 'react';
import type { SessionStore } from '../../client/react/index.js';
import { useSession } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';

/** Avoids loading payloads of events that are only scrubbed past. */
const DEBOUNCE_MS = 150;

const payloadsOf = weakMemo((_store: SessionStore) => new Map<number, unknown>());

export type RawPayload =
  | { status: 'loading' }
  | { status: 'loaded'; raw: unknown }
  | { status: 'failed'; problem: string };

/** Loads an event's native payload, once. */
export function useRaw(sequence: number): RawPayload {
  const store = useSession();
  const [failure, setFailure] = useState<{ of: number; problem: string } | null>(null);
  const [, setLoaded] = useState(0);
  const payloads = payloadsOf(store);
  const isLoaded = payloads.has(sequence);

  useEffect(() => {
    if (isLoaded) return;
    let isStale = false;
    const timer = setTimeout(() => {
      const page = { offset: sequence - 1, limit: 1, includeRaw: true };
      store.handle.eventsPage(page).then(
        ({ events }) => {
          payloads.set(sequence, events[0]?.raw ?? null);
          if (!isStale) setLoaded((count) => count + 1);
        },
        (error: Error) => !isStale && setFailure({ of: sequence, problem: error.message }),
      );
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [store, payloads, sequence, isLoaded]);

  if (isLoaded) return { status: 'loaded', raw: payloads.get(sequence) };
  return failure?.of === sequence ? { status: 'failed', problem: failure.problem } : { status: 'loading' };
}
