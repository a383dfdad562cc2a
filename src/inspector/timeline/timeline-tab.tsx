import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Refusal } from '../../client/index.js';
import { useLoadedEvents } from '../session/use-loaded-events.js';
import { useSessionValue } from '../session/use-session.js';
import { Button } from '../ui/button.js';
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

/** All events. Selecting one shows the session as of that event. */
export default function TimelineTab() {
  const { at, total, go, onKeyDown } = useScrub();
  const { events, first, hasOlder, hasNewer, loadOlder, loadNewer } = useLoadedEvents(at);
  const refusals = useSessionValue((each) => each.refusals);
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set());
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [isAbsolute, setAbsolute] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Refusal | null>(null);
  const search = useDeferredValue(text.trim().toLowerCase());

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew when there is another first event
  const [builder, counter] = useMemo(
    () => [new TimelineRows({ kinds, text: search }, open, refusals), new KindCounts()] as const,
    [kinds, search, open, refusals, first],
  );
  const rows = builder.catchUp(events);
  const counts = { ...counter.catchUp(events), refused: refusals.length };
  const isFiltered = kinds.size > 0 || search !== '';

  const selected = at === null ? -1 : rowAt(rows, at);
  const event = at === null || picked ? null : events[at - first];
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
          {isFiltered && hasOlder && (
            <p className={styles.partly}>
              Of {events.length.toLocaleString('en')} events out of {total.toLocaleString('en')}
              <Button onClick={loadOlder}>Look at older ones</Button>
            </p>
          )}
          <VirtualList
            label="Events"
            count={rows.length}
            rowHeight={30}
            keyOf={(index) => keyOf(rows[index]!)}
            // Do not scroll away from an expanded run.
            follow={at === null && open.size === 0}
            show={selected < 0 ? null : selected}
            // A filter may let nothing through, and would read them all.
            onStart={hasOlder && !isFiltered ? loadOlder : undefined}
            onEnd={hasNewer && !isFiltered ? loadNewer : undefined}
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
            <p className={styles.none}>
              {total === 0 ? 'No events yet' : events.length === 0 ? 'Loading …' : 'No matching events'}
            </p>
          )}
        </div>
        {event && <EventDetail event={event} onClose={close} />}
        {picked && <RefusalDetail refusal={picked} onClose={close} />}
      </div>
    </section>
  );
}
