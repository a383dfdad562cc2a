import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Refusal } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { weakMemo } from '../session/weak-memo.js';
import { toggledIn } from '../ui/toggled-in.js';
import { VirtualList } from '../ui/virtual-list.js';
import { EventDetail, RefusalDetail } from './detail.js';
import { Filters } from './filters.js';
import type { Kind } from './kinds.js';
import { KindCounts, rowAt, sequenceOf, TimelineRows } from './rows.js';
import { Scrubber } from './scrubber.js';
import styles from './timeline.module.css';
import { keyOf, Row } from './timeline-row.js';
import { useScrub } from './use-scrub.js';

const countsOf = weakMemo((_store: SessionStore) => new KindCounts());

/** All events. Selecting one shows the session as of that event. */
export default function TimelineTab() {
  const store = useSession();
  const { at, total, go, onKeyDown } = useScrub();
  const refusals = useSessionValue((each) => each.refusals);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set());
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [isAbsolute, setAbsolute] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Refusal | null>(null);
  const search = useDeferredValue(text.trim().toLowerCase());

  const builder = useMemo(
    () => new TimelineRows({ kinds, text: search }, open, refusals),
    [kinds, search, open, refusals],
  );
  const rows = builder.catchUp(store.events);
  const counts = { ...countsOf(store).catchUp(store.events), refused: refusals.length };

  const selected = at === null ? -1 : rowAt(rows, at);
  const event = at === null || picked ? null : store.events[at - 1];
  const pick = useCallback(
    (sequence: number, refusal: Refusal | null) => {
      setPicked(refusal);
      go(sequence);
      // Keep the focus on the list: the row may scroll out of view and be unmounted.
      list.current?.querySelector('section')?.focus({ preventScroll: true });
    },
    [go],
  );
  const toggleRun = useCallback((first: number) => setOpen((known) => toggledIn(known, first)), []);
  const close = () => {
    setPicked(null);
    go(null);
  };
  return (
    <section
      className={styles.timeline}
      aria-label="Timeline"
      data-detail={Boolean(event || picked)}
      onKeyDown={onKeyDown}
    >
      <Scrubber />
      <Filters
        counts={counts}
        kinds={kinds}
        onKinds={setKinds}
        text={text}
        onText={setText}
        isAbsolute={isAbsolute}
        onAbsolute={setAbsolute}
      />
      <div className={styles.both}>
        <div className={styles.list} ref={list}>
          <VirtualList
            label="Events"
            count={rows.length}
            rowHeight={30}
            keyOf={(index) => keyOf(rows[index]!)}
            // Do not scroll away from an expanded run.
            follow={at === null && open.size === 0}
            show={selected < 0 ? null : selected}
          >
            {(index) => {
              const row = rows[index]!;
              return (
                <Row
                  row={row}
                  // Runs grow in place.
                  version={row.kind === 'run' ? row.count : 0}
                  before={index > 0 ? rows[index - 1]! : null}
                  isAbsolute={isAbsolute}
                  isSelected={row.kind === 'refusal' ? row.refusal === picked : index === selected && !picked}
                  isFuture={at !== null && sequenceOf(row) > at && index !== selected}
                  onPick={pick}
                  onToggleRun={toggleRun}
                />
              );
            }}
          </VirtualList>
          {rows.length === 0 && (
            <p className={styles.none}>{total === 0 ? 'No events yet' : 'No matching events'}</p>
          )}
        </div>
        {event && <EventDetail event={event} onClose={close} />}
        {picked && <RefusalDetail refusal={picked} onClose={close} />}
      </div>
    </section>
  );
}
