import type { Clock } from '../../sessions/index.js';
import { AttemptCounter } from './attempts.js';

/** Mistakes of people are not slowed down. */
const FREE = 5;
const FIRST_MS = 100;
const LONGEST_MS = 5000;

export interface WrongTokensOptions {
  now: () => number;
  clock: Pick<Clock, 'setTimeout'>;
}

/**
 * Slows down those who try tokens, per address: the answers to wrong ones come one after another, each later than the one
 * before. Right tokens of the same address are not slowed down.
 */
export class WrongTokens {
  readonly #options: WrongTokensOptions;
  readonly #attempts: AttemptCounter;

  constructor(options: WrongTokensOptions) {
    this.#options = options;
    this.#attempts = new AttemptCounter(options.now);
  }

  /** Resolves when a wrong token may be answered. */
  async answerable(address: string): Promise<void> {
    const now = this.#options.now();
    const attempts = this.#attempts.add(address);
    const excess = attempts.count - FREE;
    if (excess <= 0) return;
    const pause = Math.min(FIRST_MS * 2 ** Math.min(excess - 1, 10), LONGEST_MS);
    attempts.busyUntil = Math.min(Math.max(attempts.busyUntil, now) + pause, now + LONGEST_MS);
    await new Promise<void>((resolve) => {
      const timer: unknown = this.#options.clock.setTimeout(resolve, attempts.busyUntil - now);
      (timer as Partial<NodeJS.Timeout>).unref?.();
    });
  }
}
