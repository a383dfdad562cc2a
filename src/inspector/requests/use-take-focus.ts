import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus when it appears, so that one key can answer, and gives it back when it goes. Whoever is in the middle
 * of writing or choosing something keeps it.
 */
export function useTakeFocus<E extends HTMLElement>(): RefObject<E | null> {
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
