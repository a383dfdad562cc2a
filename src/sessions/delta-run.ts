import type { MoreDelta } from '../../machines/index.js';

/** Deltas of one item that arrived together, the first one separately. */
export interface Run {
  key: string;
  first: MoreDelta;
  more: MoreDelta[];
}

/**
 * Collects the deltas that an agent wrote in one chunk of output and passes them to the machine in one step, since a
 * step costs more than everything else done for a delta. It never waits for more.
 */
export class DeltaRun {
  readonly #onRun: (run: Run) => void;
  #run: Run | null = null;

  constructor(onRun: (run: Run) => void) {
    this.#onRun = onRun;
  }

  add(key: string, delta: string, raw: string | null): void {
    if (this.#run?.key === key) {
      this.#run.more.push({ delta, raw });
      return;
    }
    this.flush();
    this.#run = { key, first: { delta, raw }, more: [] };
    queueMicrotask(() => this.flush());
  }

  /** To be called before any other input to the machine. */
  flush(): void {
    const run = this.#run;
    this.#run = null;
    if (run) this.#onRun(run);
  }
}
