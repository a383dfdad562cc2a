import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element when it appears, so that one key can answer, and restores the focus when it disappears. A field
 * that the user is filling in keeps the focus.
 */
export function useAutoFocus<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (isBusy(before)) return;
    ref.current?.focus({ preventScroll: true });
    const box = ref.current;
    return () => {
      const now = document.activeElement;
      const isOurs = now === document.body || box?.contains(now) || now === null;
      if (isOurs && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

function isBusy(element: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
    return element.value !== '';
  return element instanceof HTMLSelectElement;
}
