import { useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

/** Marks the field of the search in the page. */
export const FIND_INPUT = 'find-in-conversation';

const listeners = new Listeners();
let isOpen = false;

export function useIsFindOpen(): boolean {
  return useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => isOpen,
  );
}

export function openFind(): void {
  set(true);
  const input = document.getElementById(FIND_INPUT);
  if (input instanceof HTMLInputElement) input.select();
}

export function closeFind(): void {
  set(false);
}

/** Whether the search of the page has the focus; then it makes way for that of the browser. */
export function closeFindForBrowser(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.id !== FIND_INPUT) return false;
  set(false);
  return true;
}

function set(value: boolean): void {
  isOpen = value;
  listeners.notify();
}
