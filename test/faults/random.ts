/** Seeded pseudo-random numbers, so that a failing test can be reproduced. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to `end`, exclusive (mulberry32). */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  /** Both ends inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** A sequence of its own, so that its choices depend on nobody else's. */
  fork(): Random {
    return new Random(this.below(2 ** 32));
  }
}
