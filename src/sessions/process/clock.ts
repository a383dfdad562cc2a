import { setTimeout as sleep } from 'node:timers/promises';

/** Time, as something that a test can hand in. */
export interface Clock {
  /** Milliseconds from some fixed moment; never goes back. */
  now(): number;
  /** With `ref: false` it does not keep the daemon from exiting. */
  sleep(ms: number, options?: { ref?: boolean }): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, options) => sleep(ms, undefined, options),
};
