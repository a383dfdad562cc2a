import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { UniversalEvent } from '../../client/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useRoute } from '../shell/route.js';
import { VirtualList } from '../ui/virtual-list.js';
import { matching } from './matching.js';
import styles from './raw.module.css';
import { RawEvent } from './raw-event.js';
import { RawPages } from './raw-pages.js';
import { RawToolbar } from './raw-toolbar.js';

/** The events as JSON, optionally with their native payloads. */
export default function RawTab() {
  const store = useSession();
  const { at } = useRoute();
  const count = useSessionValue(({ events }) => events.length);
  const [paused, setPaused] = useState<number | null>(null);
  const [isRaw, setRaw] = useState(false);
  const [text, setText] = useState('');
  const pages = useMemo(() => new RawPages(store.handle), [store]);
  useSyncExternalStore(pages.subscribe, pages.version);

  const shown = Math.min(paused ?? count, at ?? count);
  const found = useMemo(() => matching(store.events, text), [store, text]);
  const sequences = found.upTo(shown);
  const eventAt = (index: number): UniversalEvent => store.events[sequences[index]! - 1]!;
  return (
    <div className={styles.raw}>
      <RawToolbar
        text={text}
        onText={setText}
        isRaw={isRaw}
        onRaw={setRaw}
        isPaused={paused !== null}
        onPaused={(isPaused) => setPaused(isPaused ? count : null)}
        found={sequences.length}
        all={() => sequences.map((_, index) => JSON.stringify(eventAt(index))).join('\n')}
      />
      <VirtualList
        label="Events as JSON"
        count={sequences.length}
        rowHeight={28}
        keyOf={(index) => sequences[index]!}
        follow={paused === null}
      >
        {(index) => (
          <LazyRawEvent key={isRaw ? 'raw' : 'plain'} event={eventAt(index)} pages={isRaw ? pages : null} />
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
