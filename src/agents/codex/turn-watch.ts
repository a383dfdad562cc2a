import { Changes } from '../kit/changes.js';

/** Which turn of a thread runs. */
export class TurnWatch {
  readonly #changes = new Changes();
  #turn: string | null = null;
  /** Whether Codex has announced the turn: until then it can be neither interrupted nor steered. */
  #isAnnounced = false;
  #interrupted: string | null = null;
  /** Starts of turns that were not answered yet. */
  #starts = 0;

  starting(answer: Promise<unknown>): void {
    const answered = () => {
      this.#starts--;
      this.#changes.notify();
    };
    this.#starts++;
    answer.then(answered, answered);
  }

  /** Codex has accepted a turn, and will announce it. */
  accepted(turn: string): void {
    this.#isAnnounced = this.#isAnnounced && this.#turn === turn;
    this.#turn = turn;
  }

  started(turn: string): void {
    this.#turn = turn;
    this.#isAnnounced = true;
    this.#changes.notify();
  }

  /** The turn ended, or will not be reported on any more. */
  ended(): void {
    this.#turn = null;
    this.#isAnnounced = false;
    this.#changes.notify();
  }

  /** Whether a turn runs, or is just being started. */
  get isBusy(): boolean {
    return this.#starts > 0 || this.#turn !== null;
  }

  /** The turn that runs; one that is just being started is waited for. */
  async running(): Promise<string | null> {
    await this.#changes.until(() => this.#starts === 0 && (this.#turn === null || this.#isAnnounced));
    return this.#turn;
  }

  /** Resolves when no turn runs. */
  idle(): Promise<void> {
    return this.#changes.until(() => !this.isBusy);
  }

  /** Whether to interrupt a turn: Codex never answers the second interrupt of the same turn. */
  interrupt(turn: string): boolean {
    if (this.#interrupted === turn) return false;
    this.#interrupted = turn;
    return true;
  }
}
