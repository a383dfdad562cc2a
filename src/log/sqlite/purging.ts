import type { Store } from './store.js';

/** Purges a store whenever its thread has nothing else to do. */
export class Purging {
  readonly #store: Pick<Store, 'purge'>;
  #scheduled: NodeJS.Immediate | null = null;

  constructor(store: Pick<Store, 'purge'>) {
    this.#store = store;
  }

  start(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = null;
      if (this.#step()) this.start();
    });
  }

  stop(): void {
    if (this.#scheduled) clearImmediate(this.#scheduled);
    this.#scheduled = null;
  }

  /** One that fails is tried again after the next deletion, or at the next start. */
  #step(): boolean {
    try {
      return this.#store.purge();
    } catch {
      return false;
    }
  }
}
