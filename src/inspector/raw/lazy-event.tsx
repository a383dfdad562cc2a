import { type ReactNode, useEffect, useState } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import eventRow from '../ui/event-row.module.css';

export interface LazyEventProps {
  sequence: number;
  children(event: UniversalEvent): ReactNode;
}

/** Rows that are only scrolled past load nothing. */
const DEBOUNCE_MS = 80;

/** Loads its event when it is rendered, i.e. in view. */
export function LazyEvent({ sequence, children }: LazyEventProps) {
  const { pages } = useSession();
  const [, setLoads] = useState(0);
  const event = pages.get(sequence);
  const isMissing = !event;
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    const load = () => {
      pages.range(sequence, sequence).then(
        () => !isGone && setLoads((count) => count + 1),
        // It is asked for again when it comes into view again.
        () => {},
      );
    };
    const timer = setTimeout(load, DEBOUNCE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [pages, sequence, isMissing]);
  if (event) return children(event);
  return (
    <span className={eventRow.sequence} role="status">
      {sequence} …
    </span>
  );
}
