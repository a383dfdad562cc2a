import { setTimeout as wait } from 'node:timers/promises';
import type { Native, NativeAsk, NativeOf } from '../native.js';
import type { Session } from './session.js';

export type Outcome = NativeOf<'turn_ended'>['outcome'];

/** Handles a message; `rest` is the text after the word that selected the scenario. */
export type Scenario = (turn: Turn, rest: string) => Promise<void> | void;

/** Made-up prices in dollars per token. */
const price = { input: 1e-6, output: 5e-6 };

const tokens = (characters: number) => Math.ceil(characters / 4);

/** The interface of scenarios. After the turn has ended, its methods throw. */
export class Turn {
  readonly session: Session;
  readonly #id: string | null;
  readonly #startedAt = performance.now();
  readonly #abort = new AbortController();
  readonly #inputLength: number;
  #outputLength = 0;
  #outcome: Outcome = 'ok';

  constructor(session: Session, id: string | null, text: string) {
    this.session = session;
    this.#id = id;
    this.#inputLength = text.length;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
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
    const usage = { input_tokens: tokens(this.#inputLength), output_tokens: tokens(this.#outputLength) };
    this.session.send({
      type: 'turn_ended',
      turn: this.#id,
      outcome,
      usage,
      cost: Number((usage.input_tokens * price.input + usage.output_tokens * price.output).toFixed(6)),
      ms: Math.round(performance.now() - this.#startedAt),
    });
    this.#abort.abort();
  }

  /** The scenario continues, but the turn will end with an error. */
  fail(): void {
    this.#outcome = 'failed';
  }

  send(message: Native): void {
    this.signal.throwIfAborted();
    this.session.send(message);
  }

  id(prefix: string): string {
    return this.session.nextId(prefix);
  }

  /** Adds to the output that usage and cost are computed from. */
  count(characters: number): void {
    this.#outputLength += characters;
  }

  /** Sends a message without deltas: only its end, with the text. */
  say(text: string): void {
    this.count(text.length);
    this.send({ type: 'message_end', message: this.id('msg'), text });
  }

  /** Sends a message in deltas. */
  stream(pieces: string[], message = this.id('msg')): void {
    const text = pieces.join('');
    this.count(text.length);
    this.send({ type: 'message_start', message });
    for (const piece of pieces) this.send({ type: 'message_delta', message, text: piece });
    this.send({ type: 'message_end', message, text });
  }

  /** Asks the human; null if they decline to answer. */
  async ask(asks: NativeAsk[]): Promise<string[][] | null> {
    const request = this.id('ask');
    this.send({ type: 'question_request', request, asks });
    return this.session.waitFor('question', request);
  }

  async wait(ms: number): Promise<void> {
    // Timers are limited to 31 bits; a longer one would fire immediately.
    await wait(Math.min(ms, 2 ** 31 - 1), undefined, { signal: this.signal });
  }
}
