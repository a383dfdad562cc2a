import type { LogOptions } from '../log.js';
import { STEP_BYTES } from './purge.js';
import { Purging } from './purging.js';
import { Store } from './store.js';
import type { WriteBack } from './write-back.js';

/** The methods of a store that its thread offers. */
export type StoreMethod = Exclude<keyof Store, 'purge'>;

/** Where a store runs. Calls are carried out in the order in which they were made. */
export interface StoreThread {
  call<K extends StoreMethod>(method: K, ...args: Parameters<Store[K]>): Promise<ReturnType<Store[K]>>;
}

/** A call that names what it does, for the error that it may fail with. */
export type StoreCall = <K extends StoreMethod>(
  what: string,
  method: K,
  ...args: Parameters<Store[K]>
) => Promise<ReturnType<Store[K]>>;

/** Carries out calls, and purges in between. */
export class StoreCalls {
  readonly #store: Store;
  readonly #purging: Purging;
  readonly #writeBack: WriteBack | null;

  constructor(options: LogOptions, writeBack: WriteBack | null = null) {
    this.#store = new Store(options, { isWrittenBack: writeBack !== null });
    this.#writeBack = writeBack;
    this.#purging = new Purging({ purge: () => this.#purge() });
    this.#purging.start();
  }

  run(method: StoreMethod, args: unknown[]): unknown {
    if (method === 'close') this.#purging.stop();
    const call = this.#store[method] as (...args: unknown[]) => unknown;
    const result = call.apply(this.#store, args);
    if (method === 'delete') this.#purging.start();
    if (method === 'commit') this.#writeBack?.wrote(charsIn(args));
    return result;
  }

  #purge(): boolean {
    const isMore = this.#store.purge();
    this.#writeBack?.wrote(STEP_BYTES);
    return isMore;
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

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let chars = 0;
  for (const part of Object.values(value)) chars += charsIn(part);
  return chars;
}
