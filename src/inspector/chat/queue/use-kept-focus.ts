import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Place {
  element: Element | null;
  /** The row that had the focus, by its index. */
  index: number;
}

/**
 * Keeps the focus in a list whose rows move and disappear: browsers drop it then. The returned function marks the focused
 * element before a change. If its row disappears, the next one gets the focus, and after the last one the composer.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): () => void {
  const marked = useRef<Place | null>(null);
  useEffect(() => {
    // The user has turned to something else.
    const forget = () => {
      marked.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    return () => window.removeEventListener('pointerdown', forget, true);
  }, []);
  useLayoutEffect(() => {
    const place = marked.current;
    if (place === null || document.activeElement === place.element) return;
    const isDropped = document.activeElement === document.body || document.activeElement === null;
    if (isDropped && place.element?.isConnected) return (place.element as HTMLElement).focus();
    marked.current = null;
    if (isDropped) focusRow(list.current, place.index);
  });
  return () => {
    const element = document.activeElement;
    const rows = [...(list.current?.children ?? [])];
    marked.current = { element, index: rows.findIndex((row) => row.contains(element)) };
  };
}

function focusRow(list: HTMLElement | null, index: number): void {
  const rows = list?.children ?? [];
  const row = rows[Math.min(index, rows.length - 1)];
  const next =
    row?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('form textarea');
  next?.focus();
}
