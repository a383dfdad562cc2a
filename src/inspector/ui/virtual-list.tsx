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
  /** Called when the first row comes into view, and there are others before it. */
  onStart?: (() => void) | undefined;
  /** The same for the last row. */
  onEnd?: (() => void) | undefined;
  children(index: number): ReactNode;
}

const NEAR_END = 48;

/** A virtualised list. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, keyOf, follow = false, show = null, onStart, onEnd, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    // Rows that are added at the start move nothing that is in view.
    anchorTo: 'end',
  });
  useLayoutEffect(() => {
    if (follow && isAtEnd.current && count > 0) virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [follow, count, virtualizer]);
  const shown = show === null ? null : keyOf(show);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its index changes when rows are added before it
  useEffect(() => {
    if (show !== null) virtualizer.scrollToIndex(show);
  }, [shown, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const first = count > 0 && items[0]?.index === 0 ? keyOf(0) : null;
  const last = count > 0 && items.at(-1)?.index === count - 1 ? keyOf(count - 1) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each first row
  useEffect(() => {
    if (first !== null) onStart?.();
  }, [first, onStart === undefined]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each last row
  useEffect(() => {
    if (last !== null) onEnd?.();
  }, [last, onEnd === undefined]);
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <section className={styles.scroller} ref={scroller} aria-label={label} tabIndex={0} onScroll={onScroll}>
      <ul className={styles.virtual} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
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
