import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Refusal } from '../../client/index.js';
import { keptFor } from '../session/kept-for.js';
import type { SessionStore } from '../session/session-store.js';
import { useSession, useSessionValue } from '../session/use-session.js';
import { VirtualList } from '../ui/virtual-list.js';
import { EventDetail, RefusalDetail } from './detail.js';
import { Filters } from './filters.js';
import type { Kind } from './kinds.js';
import { KindCounts, rowAt, sequenceOf, TimelineRows } from './rows.js';
import { Scrubber } from './scrubber.js';
import styles from './timeline.module.css';
import { keyOf, Row } from './timeline-row.js';
import { useScrub } from './use-scrub.js';

const countsOf = keptFor((_store: SessionStore) => new KindCounts());

/** Every event; one that is picked shows the session as it was then. */
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
      // The row may scroll away and be gone; the keys go on from the list.
      list.current?.querySelector('section')?.focus({ preventScroll: true });
    },
    [go],
  );
  const unfold = useCallback((first: number) => setOpen((known) => toggled(known, first)), []);
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
            // Who has unfolded something reads it.
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
                  onUnfold={unfold}
                />
              );
            }}
          </VirtualList>
          {rows.length === 0 && (
            <p className={styles.none}>
              {total === 0 ? 'Nothing has happened yet.' : 'No event is like that.'}
            </p>
          )}
        </div>
        {event && <EventDetail event={event} onClose={close} />}
        {picked && <RefusalDetail refusal={picked} onClose={close} />}
      </div>
    </section>
  );
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const copy = new Set(set);
  if (!copy.delete(value)) copy.add(value);
  return copy;
}
