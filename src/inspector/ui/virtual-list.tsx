import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './ui.module.css';

export interface VirtualListProps {
  label: string;
  count: number;
  /** The estimated height; rows are measured when rendered. */
  rowHeight: number;
  keyOf(index: number): string | number;
  /** Scrolls to the end as rows are added, unless the reader has scrolled away from it. */
  follow?: boolean;
  /** A row to scroll to. */
  show?: number | null;
  children(index: number): ReactNode;
}

const NEAR_END = 48;

/** A virtualised list. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, keyOf, follow = false, show = null, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
  });
  useLayoutEffect(() => {
    if (follow && isAtEnd.current && count > 0) virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [follow, count, virtualizer]);
  useEffect(() => {
    if (show !== null) virtualizer.scrollToIndex(show);
  }, [show, virtualizer]);
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={styles.scroller} ref={scroller} aria-label={label} tabIndex={0} onScroll={onScroll}>
      <ul className={styles.virtual} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
