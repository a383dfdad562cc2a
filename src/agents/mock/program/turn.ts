import type { NativeOf } from '../native.js';
import type { Session } from './session.js';
import { Thread } from './thread.js';

export type Outcome = NativeOf<'turn_ended'>['outcome'];

/** Handles a message; `rest` is the text after the word that selected the scenario. */
export type Scenario = (turn: Turn, rest: string) => Promise<void> | void;

/** A turn of the main thread. */
export class Turn extends Thread {
  /** How full the context is; unknown by default. */
  window: NativeOf<'turn_ended'>['window'];
  readonly #id: string | null;
  readonly #startedAt = performance.now();
  readonly #inputLength: number;
  #outcome: Outcome = 'ok';

  constructor(session: Session, id: string | null, text: string) {
    super(session, null);
    this.#id = id;
    this.#inputLength = text.length;
  }

  async run(scenario: (turn: Turn) => Promise<void> | void): Promise<void> {
    try {
      await scenario(this);
      this.session.finish(this, this.#outcome);
    } catch (error) {
      if (this.signal.aborted) return;
      this.session.sendError('internal', String(error));
      this.session.finish(this, 'failed');
    }
  }

  /** Called only by the session, which knows whether this turn is the running one. */
  end(outcome: Outcome): void {
    this.session.send({
      type: 'turn_ended',
      turn: this.#id,
      outcome,
      model: this.session.model,
      ...this.session.spending.take(this.#inputLength),
      ...(this.window && { window: this.window }),
      ms: Math.round(performance.now() - this.#startedAt),
    });
    this.abort();
  }

  /** The scenario continues, but the turn will end with an error. */
  fail(): void {
    this.#outcome = 'failed';
  }
}
