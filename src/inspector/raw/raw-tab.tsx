import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useLoadedEvents } from '../session/use-loaded-events.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useRoute } from '../shell/route.js';
import { VirtualList } from '../ui/virtual-list.js';
import { LazyEvent } from './lazy-event.js';
import { Matching } from './matching.js';
import styles from './raw.module.css';
import { RawEvent } from './raw-event.js';
import { RawPages } from './raw-pages.js';
import { RawToolbar } from './raw-toolbar.js';

/** The events as JSON, optionally with their native payloads. Those that come into view are loaded. */
export default function RawTab() {
  const store = useSession();
  const { at } = useRoute();
  const count = useSessionValue(({ lastSequence }) => lastSequence);
  const [paused, setPaused] = useState<number | null>(null);
  const [isRaw, setRaw] = useState(false);
  const [text, setText] = useState('');
  const pages = useMemo(() => new RawPages(store.handle), [store]);
  useSyncExternalStore(pages.subscribe, pages.version);
  const { events, first, hasOlder, loadOlder } = useLoadedEvents(at);

  const shown = Math.min(paused ?? count, at ?? count);
  const isFiltered = text.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew when there is another first event
  const matching = useMemo(() => new Matching(text), [text, first]);
  const found = matching.upTo(shown, events);
  return (
    <div className={styles.raw}>
      <RawToolbar
        text={text}
        onText={setText}
        isRaw={isRaw}
        onRaw={setRaw}
        isPaused={paused !== null}
        onPaused={(isPaused) => setPaused(isPaused ? count : null)}
        found={found.length}
        all={() => found.map((event) => JSON.stringify(event)).join('\n')}
        of={hasOlder ? { loaded: events.length, total: count, loadOlder } : null}
      />
      <VirtualList
        label="Events as JSON"
        count={isFiltered ? found.length : shown}
        rowHeight={28}
        keyOf={(index) => (isFiltered ? found[index]!.sequence : index + 1)}
        follow={paused === null}
      >
        {(index) => (
          <LazyEvent sequence={isFiltered ? found[index]!.sequence : index + 1}>
            {(event) => (
              <LazyRawEvent key={isRaw ? 'raw' : 'plain'} event={event} pages={isRaw ? pages : null} />
            )}
          </LazyEvent>
        )}
      </VirtualList>
    </div>
  );
}

/** Loads its event's payload when it is rendered, i.e. in view. */
function LazyRawEvent({ event, pages }: { event: UniversalEvent; pages: RawPages | null }) {
  const known = pages?.get(event.sequence);
  useEffect(() => {
    if (pages && !known) pages.request([event.sequence]);
  }, [pages, known, event.sequence]);
  return <RawEvent event={known ?? event} isRaw={pages !== null} isLoading={pages !== null && !known} />;
}
