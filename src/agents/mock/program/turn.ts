import { setTimeout as wait } from 'node:timers/promises';
import type { Native, NativeAsk, NativeOf } from '../native.js';
import type { Session } from './session.js';

export type Outcome = NativeOf<'turn_ended'>['outcome'];

/** What the agent does with a message; `rest` is what follows the word that called it. */
export type Scenario = (turn: Turn, rest: string) => Promise<void> | void;

/** Dollars per token, as if there were a model. */
const price = { input: 1e-6, output: 5e-6 };

const tokens = (characters: number) => Math.ceil(characters / 4);

/** A turn as its scenario sees it. Once it has ended, whatever the scenario still tries throws. */
export class Turn {
  readonly session: Session;
  readonly #id: string | null;
  readonly #begun = performance.now();
  readonly #abort = new AbortController();
  readonly #heard: number;
  #said = 0;
  #outcome: Outcome = 'ok';

  constructor(session: Session, id: string | null, text: string) {
    this.session = session;
    this.#id = id;
    this.#heard = text.length;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async run(play: (turn: Turn) => Promise<void> | void): Promise<void> {
    try {
      await play(this);
      this.session.finish(this, this.#outcome);
    } catch (error) {
      if (this.signal.aborted) return;
      this.session.complain('internal', String(error));
      this.session.finish(this, 'failed');
    }
  }

  /** Only the session calls it, which knows whether this turn is the one that runs. */
  end(outcome: Outcome): void {
    const usage = { input_tokens: tokens(this.#heard), output_tokens: tokens(this.#said) };
    this.session.send({
      type: 'turn_ended',
      turn: this.#id,
      outcome,
      usage,
      cost: Number((usage.input_tokens * price.input + usage.output_tokens * price.output).toFixed(6)),
      ms: Math.round(performance.now() - this.#begun),
    });
    this.#abort.abort();
  }

  /** The scenario goes on, but the turn will not end well. */
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

  /** Counts what was said, for the bill. */
  count(characters: number): void {
    this.#said += characters;
  }

  /** A message in one piece: only its end is sent, with all of its text. */
  say(text: string): void {
    this.count(text.length);
    this.send({ type: 'message_end', message: this.id('msg'), text });
  }

  /** A message in pieces. */
  stream(pieces: string[], message = this.id('msg')): void {
    const text = pieces.join('');
    this.count(text.length);
    this.send({ type: 'message_start', message });
    for (const piece of pieces) this.send({ type: 'message_delta', message, text: piece });
    this.send({ type: 'message_end', message, text });
  }

  /** Asks a human; null if they would not answer. */
  async ask(asks: NativeAsk[]): Promise<string[][] | null> {
    const request = this.id('ask');
    this.send({ type: 'question_request', request, asks });
    return this.session.waitFor('question', request);
  }

  async wait(ms: number): Promise<void> {
    // A timer holds no more than 31 bits: beyond that it would fire at once.
    await wait(Math.min(ms, 2 ** 31 - 1), undefined, { signal: this.signal });
  }
}
