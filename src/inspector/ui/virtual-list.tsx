import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import styles from './ui.module.css';

export interface VirtualListProps {
  label: string;
  count: number;
  /** What a row is likely to measure; it is measured when it is there. */
  rowHeight: number;
  keyOf(index: number): string | number;
  children(index: number): ReactNode;
}

/** A list of which only what is seen is there. */
export function VirtualList({ label, count, rowHeight, keyOf, children }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroller} ref={scroller} aria-label={label} tabIndex={0}>
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
