import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type TranscriptView, useSession } from '../../session/use-session.js';
import { useRoute } from '../../shell/route.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { ChatRow } from '../items/chat-row.js';
import { ExploredGroup } from '../tools/explored-group.js';
import { TranscriptContext } from '../transcript-context.js';
import { type ListRow, listKeyOf, placeOf } from './arrange.js';
import styles from './list.module.css';
import { scrollMemoryOf } from './scroll-memory.js';
import { isAtEnd, NEAR_END, useEnd } from './use-end.js';
import { useMoment } from './use-moment.js';
import { useOlder } from './use-older.js';

const ROW_HEIGHT = 72;

export interface MessageListProps {
  rows: readonly ListRow[];
  /** The conversation that the rows are from; the past does not grow. */
  view: TranscriptView;
  /** Shown below the last row. */
  children: ReactNode;
}

/** The virtualised conversation. It follows its end unless the reader has scrolled up. */
export function MessageList({ rows, view, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const store = useSession();
  const [memory] = useState(() => scrollMemoryOf(store));
  const [restored] = useState(memory.place);
  const isLive = view.at === null;
  const { item } = useRoute();
  const [isScrolledUp, setScrolledUp] = useState(false);
  const keyOf = useCallback((index: number) => listKeyOf(rows[index]!), [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyOf,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    ...(restored ? { initialOffset: restored.offset, initialMeasurementsCache: restored.measurements } : {}),
  });
  const { toEnd, follow } = useEnd(scroller, restored === null);
  const total = virtualizer.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the height changes
  useLayoutEffect(follow, [total, follow]);

  const transcript = useContext(TranscriptContext);
  const highlighted = item === null ? -1 : placeOf(rows, transcript, item);
  const jumped = useRef<string | null>(null);
  useEffect(() => {
    if (jumped.current === item || (item !== null && highlighted < 0)) return;
    jumped.current = item;
    if (item !== null) virtualizer.scrollToIndex(highlighted, { align: 'center' });
  }, [item, highlighted, virtualizer]);

  const missing = item !== null && highlighted < 0 ? item : null;
  const { toStart, loadNearby } = useOlder(scroller, view, { total, missing });
  useMoment(view, rows, item !== null, (index) => virtualizer.scrollToIndex(index), toEnd);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const isUp = !isAtEnd(currentTarget);
    setScrolledUp(isUp);
    void loadNearby();
    if (!isLive) return;
    const { measurementsCache: measurements } = virtualizer;
    memory.place = isUp ? { offset: currentTarget.scrollTop, measurements } : null;
  };

  // The browser's animated scrolling stops short when rows turn out to be higher than estimated.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    if (event.key === 'End') toEnd();
    else void toStart();
  };

  return (
    <div className={styles.frame}>
      <section
        className={styles.scroller}
        ref={scroller}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
        tabIndex={0}
      >
        <ol className={styles.rows} style={{ height: total }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const { row, depth, members } = rows[index]!;
            return (
              <li
                key={key}
                data-index={index}
                data-item={row.key}
                data-highlighted={index === highlighted || undefined}
                ref={virtualizer.measureElement}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {members ? (
                  <ExploredGroup members={members} depth={depth} />
                ) : (
                  <ChatRow row={row} depth={depth} />
                )}
              </li>
            );
          })}
        </ol>
        {children}
      </section>
      {isScrolledUp && isLive && (
        <div className={styles.jump}>
          <Button onClick={toEnd}>
            <Icon name="down" /> Jump to latest
          </Button>
        </div>
      )}
    </div>
  );
}
