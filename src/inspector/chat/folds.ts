import { createContext, useContext, useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

/** Which elements are expanded. Virtualised rows unmount while scrolling, so they cannot keep this themselves. */
export class Folds {
  readonly #open = new Map<string, boolean>();
  readonly #listeners = new Listeners();
  /** Incremented on each change. */
  version = 0;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  isOpen(key: string, byDefault: boolean): boolean {
    return this.#open.get(key) ?? byDefault;
  }

  set(key: string, isOpen: boolean): void {
    this.#open.set(key, isOpen);
    this.version++;
    this.#listeners.notify();
  }
}

export const FoldsContext = createContext(new Folds());

/** Whether an element is expanded, and a function to toggle it. */
export function useFold(key: string, byDefault: boolean): [isOpen: boolean, toggle: () => void] {
  const folds = useContext(FoldsContext);
  const isOpen = useSyncExternalStore(folds.subscribe, () => folds.isOpen(key, byDefault));
  return [isOpen, () => folds.set(key, !isOpen)];
}
