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
import { ChatRow } from '../items/row.js';
import { TranscriptContext } from '../transcript-context.js';
import { type Entry, placeOf } from './arrange.js';
import styles from './list.module.css';
import { isAtEnd, NEAR_END, useEnd } from './use-end.js';

const ROW_HEIGHT = 72;

export interface MessageListProps {
  entries: readonly Entry[];
  /** Whether what comes is followed; the past does not grow. */
  isLive: boolean;
  /** What stands below the last row. */
  children: ReactNode;
}

/** The conversation, of which only what is seen is there. It stays at its end unless the reader has scrolled up. */
export function MessageList({ entries, isLive, children }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { item } = useRoute();
  const [isAway, setAway] = useState(false);
  const keyOf = useCallback((index: number) => entries[index]!.row.key, [entries]);
  const virtualizer = useVirtualizer({
    count: entries.length,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the height is now
  useLayoutEffect(follow, [total, follow]);

  const transcript = useContext(TranscriptContext);
  const marked = item === null ? -1 : placeOf(entries, transcript, item);
  const jumped = useRef<string | null>(null);
  useEffect(() => {
    if (jumped.current === item || (item !== null && marked < 0)) return;
    jumped.current = item;
    if (item !== null) virtualizer.scrollToIndex(marked, { align: 'center' });
  }, [item, marked, virtualizer]);

  // The browser's own way there is an animation, which ends where rows on the way turn out to be higher than thought.
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
        onScroll={({ currentTarget }) => setAway(!isAtEnd(currentTarget))}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ol className={styles.rows} style={{ height: total }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const { row, depth } = entries[index]!;
            return (
              <li
                key={key}
                data-index={index}
                data-item={row.key}
                data-marked={index === marked || undefined}
                ref={virtualizer.measureElement}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ChatRow row={row} depth={depth} />
              </li>
            );
          })}
        </ol>
        {children}
      </section>
      {isAway && isLive && (
        <div className={styles.jump}>
          <Button onClick={toEnd}>
            <Icon name="down" /> Jump to latest
          </Button>
        </div>
      )}
    </div>
  );
}
