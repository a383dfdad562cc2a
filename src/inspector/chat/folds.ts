import { createContext, useContext, useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

/** What is unfolded and what is not. Rows come and go as one scrolls, so they cannot remember it themselves. */
export class Folds {
  readonly #open = new Map<string, boolean>();
  readonly #listeners = new Listeners();
  /** Goes up with each change. */
  version = 0;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  isOpen(key: string, byDefault: boolean): boolean {
    return this.#open.get(key) ?? byDefault;
  }

  set(key: string, isOpen: boolean): void {
    this.#open.set(key, isOpen);
    this.version++;
    this.#listeners.tell();
  }
}

export const FoldsContext = createContext(new Folds());

/** Whether something is unfolded, and a way to change it. */
export function useFold(key: string, byDefault: boolean): [isOpen: boolean, toggle: () => void] {
  const folds = useContext(FoldsContext);
  const isOpen = useSyncExternalStore(folds.subscribe, () => folds.isOpen(key, byDefault));
  return [isOpen, () => folds.set(key, !isOpen)];
}
