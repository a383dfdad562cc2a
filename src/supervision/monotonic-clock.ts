import { setTimeout as sleep } from 'node:timers/promises';

/** Time for supervision; tests provide their own. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary moment; never decreases. */
  now(): number;
  /** With `ref: false` it does not keep the process alive. */
  sleep(ms: number, options?: { ref?: boolean }): Promise<void>;
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  sleep: (ms, options) => sleep(ms, undefined, options),
};
