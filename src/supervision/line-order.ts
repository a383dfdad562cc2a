type Work = () => void | Promise<void>;

export interface LineOrderOptions {
  /** Something has to be waited for: nothing more should be read for now. */
  onBusy(): void;
  onIdle(): void;
}

/** Passes lines on in order: at once, unless one before them takes time. */
export class LineOrder {
  readonly #options: LineOrderOptions;
  readonly #waiting: Work[] = [];
  #passing: Promise<void> | null = null;

  constructor(options: LineOrderOptions) {
    this.#options = options;
  }

  /** `work` passes a line on, and must not fail. */
  add(work: Work): void {
    if (this.#passing) {
      this.#waiting.push(work);
      return;
    }
    const until = work();
    if (until) this.#passing = this.#pass(until);
  }

  /** Resolves when all lines so far were passed on. */
  async settled(): Promise<void> {
    await this.#passing;
  }

  async #pass(first: Promise<void>): Promise<void> {
    const { onBusy, onIdle } = this.#options;
    onBusy();
    await first;
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift()) await work();
    this.#passing = null;
    onIdle();
  }
}
