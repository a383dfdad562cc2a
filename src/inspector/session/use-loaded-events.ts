import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { PAGE, pageStart } from '../../client/react/index.js';
import { useSession, useSessionValue } from './use-session.js';

export interface LoadedEvents {
  /** Without a gap. Another array whenever it changes. */
  events: readonly UniversalEvent[];
  /** The sequence of the first one. */
  first: number;
  hasOlder: boolean;
  hasNewer: boolean;
  loadOlder(): void;
  loadNewer(): void;
}

/** The events that are loaded around one, or at the end. Pages beside them are loaded on demand. */
export function useLoadedEvents(at: number | null): LoadedEvents {
  const store = useSession();
  const { pages } = store;
  const last = useSessionValue(({ lastSequence }) => lastSequence);
  const [loads, setLoads] = useState(0);
  const shown = Math.min(at ?? last, last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are changed in place
  const events = useMemo(() => pages.around(shown), [pages, shown, last, loads]);
  const first = events[0]?.sequence ?? 0;
  const end = events.at(-1)?.sequence ?? 0;
  const isMissing = last > 0 && events.length === 0;

  const load = useCallback(
    (from: number, to: number) => {
      pages.range(from, to).then(
        () => setLoads((count) => count + 1),
        // It is asked for again with the next scroll.
        () => {},
      );
    },
    [pages],
  );
  useEffect(() => {
    if (!isMissing) return;
    const start = pageStart(shown);
    load(start + 1, start + PAGE);
  }, [isMissing, shown, load]);
  return {
    events,
    first,
    hasOlder: first > 1,
    hasNewer: end > 0 && end < last,
    loadOlder: () => load(Math.max(1, first - PAGE), first - 1),
    loadNewer: () => load(end + 1, Math.min(last, end + PAGE)),
  };
}
