import type { Timers } from './timers.js';

export interface HeartbeatOptions {
  timers: Timers;
  /** How long the daemon may be silent before it is asked for a sign of life, and how long it has to answer. */
  intervalMs: number;
  /** Sends something that the daemon answers. */
  ping(): void;
  /** Called once, when the daemon has not answered. */
  onDead(): void;
}

/**
 * Notices a daemon that is stopped or unreachable although nobody has closed the connection. Browsers show pages no
 * pings, so these are calls like any other.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #timer: unknown = null;
  #isSilent = true;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#wait(() => this.#check());
  }

  /** The daemon has sent something. */
  heard(): void {
    this.#isSilent = false;
  }

  stop(): void {
    this.#options.timers.clearTimeout(this.#timer);
  }

  #check(): void {
    const wasSilent = this.#isSilent;
    this.#isSilent = true;
    if (!wasSilent) return this.#wait(() => this.#check());
    this.#options.ping();
    this.#wait(() => this.#judge());
  }

  /** After a sleep, or a long task, the answer may have arrived without having been read yet. */
  #judge(): void {
    this.#wait(() => (this.#isSilent ? this.#options.onDead() : this.#check()), 0);
  }

  #wait(then: () => void, ms = this.#options.intervalMs): void {
    this.#timer = this.#options.timers.setTimeout(then, ms);
  }
}
