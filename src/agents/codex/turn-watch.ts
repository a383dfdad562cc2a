import { Changes } from '../kit/changes.js';

/** Which turn of a thread runs. */
export class TurnWatch {
  readonly #changes = new Changes();
  #turn: string | null = null;
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

  started(turn: string): void {
    this.#turn = turn;
  }

  /** The turn ended, or will not be reported on any more. */
  ended(): void {
    this.#turn = null;
    this.#changes.notify();
  }

  /** The turn that runs, or that is just being started. */
  async running(): Promise<string | null> {
    await this.#changes.until(() => this.#starts === 0);
    return this.#turn;
  }

  /** Resolves when no turn runs. */
  idle(): Promise<void> {
    return this.#changes.until(() => this.#starts === 0 && this.#turn === null);
  }

  /** Whether to interrupt a turn: Codex never answers the second interrupt of the same turn. */
  interrupt(turn: string): boolean {
    if (this.#interrupted === turn) return false;
    this.#interrupted = turn;
    return true;
  }
}
