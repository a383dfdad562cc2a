import type { Turns } from './turns.js';

export interface WorkQueueOptions {
  turns: Turns;
  /** Some work has to wait. */
  onBehind?(): void;
  /** No work waits any more. */
  onCaughtUp?(): void;
  onError(error: unknown): void;
}

type Work = () => void;

/** The work of one session, done in order: at once if there is little of it, and otherwise in turns with others. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  /** Work that waits, from `#next` on. */
  #waiting: Work[] = [];
  #next = 0;
  #isHeld = false;
  #isRunning = false;
  #isEnlisted = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  add(work: Work): void {
    const { turns, onBehind } = this.#options;
    const mayRun = !this.#isRunning && !this.#isHeld && this.#left === 0 && turns.has(this);
    if (mayRun) {
      turns.spend(this, () => this.#run(work));
      return;
    }
    this.#waiting.push(work);
    if (this.#left === 1) onBehind?.();
    this.#enlist();
  }

  /** Work that comes before all that waits. */
  addFirst(works: readonly Work[]): void {
    if (works.length === 0) return;
    const wasEmpty = this.#left === 0;
    this.#waiting = [...works, ...this.#waiting.slice(this.#next)];
    this.#next = 0;
    if (wasEmpty) this.#options.onBehind?.();
    this.#enlist();
  }

  /** Holds all work until the promise is settled. */
  hold(until: Promise<void>): void {
    this.#isHeld = true;
    const release = () => {
      this.#isHeld = false;
      this.#enlist();
    };
    until.then(release, (error: unknown) => {
      this.#options.onError(error);
      release();
    });
  }

  /** Does all work that waits, unless it is held. */
  catchUp(): void {
    if (this.#isRunning) return;
    while (!this.#isHeld && this.#left > 0) this.step();
    this.#enlist();
  }

  /** Does one piece of work. Returns whether another one can be done now. */
  step(): boolean {
    this.#isEnlisted = false;
    if (this.#isHeld || this.#left === 0) return false;
    const work = this.#waiting[this.#next++]!;
    if (this.#left === 0) {
      this.#waiting = [];
      this.#next = 0;
    }
    this.#run(work);
    if (this.#left === 0) this.#options.onCaughtUp?.();
    const canGoOn = this.#left > 0 && !this.#isHeld && !this.#isEnlisted;
    if (canGoOn) this.#isEnlisted = true;
    return canGoOn;
  }

  get #left(): number {
    return this.#waiting.length - this.#next;
  }

  #enlist(): void {
    if (this.#isEnlisted || this.#isHeld || this.#left === 0) return;
    this.#isEnlisted = true;
    this.#options.turns.enlist(this);
  }

  #run(work: Work): void {
    this.#isRunning = true;
    try {
      work();
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isRunning = false;
    }
  }
}
