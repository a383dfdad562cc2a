/** Which turn of a thread runs. */
export class TurnWatch {
  #turn: string | null = null;
  #interrupted: string | null = null;
  /** The start of a turn that was not answered yet; it never rejects. */
  #starting: Promise<void> = Promise.resolve();
  #waiting: (() => void)[] = [];

  starting(answer: Promise<unknown>): void {
    this.#starting = answer.then(
      () => {},
      () => {},
    );
  }

  started(turn: string): void {
    this.#turn = turn;
  }

  /** It ended, or will never be heard of again. */
  ended(): void {
    this.#turn = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** The turn that runs or is just being started. */
  async running(): Promise<string | null> {
    await this.#starting;
    return this.#turn;
  }

  /** Resolves when no turn runs. */
  async idle(): Promise<void> {
    if ((await this.running()) === null) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whether a turn is to be interrupted: the second interrupt of the same turn would never be answered. */
  interrupt(turn: string): boolean {
    if (this.#interrupted === turn) return false;
    this.#interrupted = turn;
    return true;
  }
}
