import type { GreenroomClient } from '../index.js';

interface Closable {
  close(): void;
}
interface Shared<S> {
  store: S;
  users: number;
}

/** Stores that the components of a page share: each is made for its first user and closed after the last. */
export class Stores<S extends Closable> {
  readonly #byClient = new WeakMap<GreenroomClient, Map<string, Shared<S>>>();
  readonly #make: (client: GreenroomClient, key: string) => S;

  constructor(make: (client: GreenroomClient, key: string) => S) {
    this.#make = make;
  }

  /** The store, if somebody uses it. */
  peek(client: GreenroomClient, key: string): S | null {
    return this.#byClient.get(client)?.get(key)?.store ?? null;
  }

  /** Call `release` when it is no longer used. */
  acquire(client: GreenroomClient, key: string): { store: S; release: () => void } {
    const stores = this.#byClient.get(client) ?? new Map<string, Shared<S>>();
    this.#byClient.set(client, stores);
    const shared = stores.get(key) ?? { store: this.#make(client, key), users: 0 };
    stores.set(key, shared);
    shared.users++;
    const release = () => {
      shared.users--;
      // Not at once: the next component may want it, too.
      setTimeout(() => {
        if (shared.users > 0 || stores.get(key) !== shared) return;
        stores.delete(key);
        shared.store.close();
      }, 0);
    };
    return { store: shared.store, release };
  }
}
