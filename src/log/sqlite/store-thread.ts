import type { LogOptions } from '../log.js';
import { Purging } from './purging.js';
import { Store } from './store.js';

/** The methods of a store that its thread offers. */
export type StoreMethod = Exclude<keyof Store, 'purge'>;

/** Where a store runs. Calls are carried out in the order in which they were made. */
export interface StoreThread {
  call<K extends StoreMethod>(method: K, ...args: Parameters<Store[K]>): Promise<ReturnType<Store[K]>>;
}

/** Carries out calls, and purges in between. */
export class StoreCalls {
  readonly #store: Store;
  readonly #purging: Purging;

  constructor(options: LogOptions) {
    this.#store = new Store(options);
    this.#purging = new Purging(this.#store);
    this.#purging.start();
  }

  run(method: StoreMethod, args: unknown[]): unknown {
    if (method === 'close') this.#purging.stop();
    const call = this.#store[method] as (...args: unknown[]) => unknown;
    const result = call.apply(this.#store, args);
    if (method === 'delete') this.#purging.start();
    return result;
  }
}

/** A store on the calling thread, for programs that have nothing else to do meanwhile. */
export class SameThread implements StoreThread {
  readonly #calls: StoreCalls;

  constructor(options: LogOptions) {
    this.#calls = new StoreCalls(options);
  }

  async call<K extends StoreMethod>(method: K, ...args: Parameters<Store[K]>): Promise<ReturnType<Store[K]>> {
    return this.#calls.run(method, args) as ReturnType<Store[K]>;
  }
}
