import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useRoute } from '../../shell/route.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { ChatRow } from '../items/chat-row.js';
import { ExploredGroup } from '../tools/explored-group.js';
import { TranscriptContext } from '../transcript-context.js';
import { type ListRow, listKeyOf, placeOf } from './arrange.js';
import styles from './list.module.css';
import { isAtEnd, NEAR_END, useEnd } from './use-end.js';

const ROW_HEIGHT = 72;

export interface MessageListProps {
  rows: readonly ListRow[];
  /** Whether the list is live; the past does not grow. */
  isLive: boolean;
  /** Shown below the last row. */
  children: ReactNode;
}

/** The virtualised conversation. It follows its end unless the reader has scrolled up. */
export function MessageList({ rows, isLive, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
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
  });
  const { toEnd, follow } = useEnd(scroller);
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

  // The browser's animated scrolling stops short when rows turn out to be higher than estimated.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    if (event.key === 'End') toEnd();
    else scroller.current.scrollTop = 0;
  };

  return (
    <div className={styles.frame}>
      <section
        className={styles.scroller}
        ref={scroller}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScrolledUp(!isAtEnd(currentTarget))}
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
