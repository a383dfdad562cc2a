import { useEffect, useState } from 'react';
import { EventWindow } from '../../client/react/index.js';
import { useSession, useSessionValue } from './use-session.js';

const empty = new EventWindow(0);

/** The events around one, or the latest ones; those from before stay until they are loaded. */
export function useEventWindow(at: number | null): EventWindow {
  const store = useSession();
  const live = useSessionValue((each) => each.live);
  useSessionValue(({ lastSequence }) => lastSequence);
  const [past, setPast] = useState(empty);
  const isLive = at === null || (live !== null && at > live.before);
  useEffect(() => {
    if (isLive || live === null) return;
    let isStale = false;
    store.windowAt(at).then(
      (window) => !isStale && setPast(window),
      // It is asked for again with the next event.
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [store, live, at, isLive]);
  return isLive ? (live ?? empty) : past;
}
