import type { MoreDelta } from '../../machines/index.js';

/** Deltas of one item that came together, the first one apart. */
export interface Run {
  key: string;
  first: MoreDelta;
  more: MoreDelta[];
}

/**
 * Gathers the deltas that an agent wrote in one go. They go through the machine in one step: a step costs more than
 * all else that is done for a delta. It waits for nothing: what came in one piece of output is one run.
 */
export class DeltaRun {
  private run: Run | null = null;

  constructor(private readonly deliver: (run: Run) => void) {}

  add(key: string, delta: string, raw: string | null): void {
    if (this.run?.key === key) {
      this.run.more.push({ delta, raw });
      return;
    }
    this.flush();
    this.run = { key, first: { delta, raw }, more: [] };
    queueMicrotask(() => this.flush());
  }

  /** To be called before the machine is told anything else. */
  flush(): void {
    const { run } = this;
    this.run = null;
    if (run) this.deliver(run);
  }
}
