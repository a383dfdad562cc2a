import type { Clock } from './clock.js';

interface Timer {
  callback: (...args: unknown[]) => void;
  remainingMs: number;
  /** When it was started, or continued. */
  since: number;
  handle: unknown;
}

/** A clock whose timers can stand still. */
export class PausableClock implements Clock {
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #timers = new Map<number, Timer>();
  #count = 0;
  #isPaused = false;

  constructor(clock: Clock, now: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#now = now;
  }

  setTimeout(callback: (...args: unknown[]) => void, ms: number): number {
    const id = ++this.#count;
    const timer: Timer = { callback, remainingMs: ms, since: 0, handle: null };
    this.#timers.set(id, timer);
    if (!this.#isPaused) this.#run(id, timer);
    return id;
  }

  clearTimeout(id: number): void {
    const timer = this.#timers.get(id);
    this.#timers.delete(id);
    if (timer?.handle != null) this.#clock.clearTimeout(timer.handle);
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    for (const timer of this.#timers.values()) {
      this.#clock.clearTimeout(timer.handle);
      timer.handle = null;
      timer.remainingMs = Math.max(0, timer.remainingMs - (this.#now() - timer.since));
    }
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    for (const [id, timer] of this.#timers) this.#run(id, timer);
  }

  #run(id: number, timer: Timer): void {
    timer.since = this.#now();
    timer.handle = this.#clock.setTimeout(() => {
      this.#timers.delete(id);
      timer.callback();
    }, timer.remainingMs);
  }
}
