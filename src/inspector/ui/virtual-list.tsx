import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './ui.module.css';

export interface VirtualListProps {
  label: string;
  count: number;
  /** What a row is likely to measure; it is measured when it is there. */
  rowHeight: number;
  keyOf(index: number): string | number;
  /** Keeps the end in sight as rows are added, unless the reader has scrolled away from it. */
  follow?: boolean;
  /** Another row that is to be in sight. */
  show?: number | null;
  children(index: number): ReactNode;
}

const NEAR = 48;

/** A list of which only what is seen is there. */
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
  const note = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroller} ref={scroller} aria-label={label} tabIndex={0} onScroll={note}>
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
