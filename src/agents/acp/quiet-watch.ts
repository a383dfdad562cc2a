/** How long nothing must have come of a conversation that is told again before it counts as complete. */
const REPLAY_MS = 300;

/** Notices when an agent has nothing more to say, where the protocol does not tell. */
export class QuietWatch {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #silence: NodeJS.Timeout | undefined;
  #replay: { over: Promise<void>; end(): void; timer: NodeJS.Timeout } | null = null;

  /** `onSilence` is called after `ms` without a message outside of our turns. */
  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
  }

  /** A message has come. In our turns the agent tells when it is done. */
  seen(isInTurn: boolean): void {
    clearTimeout(this.#silence);
    if (!isInTurn) this.#silence = setTimeout(this.#onSilence, this.#ms).unref();
  }

  turnBegan(): void {
    clearTimeout(this.#silence);
  }

  /** Some agents tell an earlier conversation again only after they have said that it is loaded. */
  replayBegan(): void {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#replay = { over, end, timer: setTimeout(end, REPLAY_MS) };
  }

  replaySeen(): void {
    this.#replay?.timer.refresh();
  }

  /** Resolves when the earlier conversation was told. */
  async settled(): Promise<void> {
    await this.#replay?.over;
    this.#replay = null;
  }

  stop(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#replay?.timer);
    this.#replay?.end();
  }
}
