import { InOrder } from './in-order.js';

/** Runs tasks one at a time until one has succeeded, and concurrently from then on. */
export class FirstAlone {
  readonly #order = new InOrder();
  #hasSucceeded = false;

  async run<T>(work: () => Promise<T>): Promise<T> {
    const alone = await this.#order.run(async () => {
      if (this.#hasSucceeded) return null;
      const value = await work();
      this.#hasSucceeded = true;
      return { value };
    });
    return alone === null ? work() : alone.value;
  }
}
