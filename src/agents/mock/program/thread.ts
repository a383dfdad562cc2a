import { setTimeout as wait } from 'node:timers/promises';
import type { Native, NativeAsk } from '../native.js';
import type { Session } from './session.js';

/** One line of work, a turn or a sub-agent: the interface of scenarios. After its end, its methods throw. */
export class Thread {
  readonly session: Session;
  /** The sub-agent's id; null for the main thread. */
  readonly agent: string | null;
  readonly #place: { agent?: string };
  readonly #abort = new AbortController();

  constructor(session: Session, agent: string | null) {
    this.session = session;
    this.agent = agent;
    this.#place = agent === null ? {} : { agent };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Called only by the session, which knows which threads are running. */
  abort(): void {
    this.#abort.abort();
  }

  send(message: Native): void {
    this.signal.throwIfAborted();
    this.session.send({ ...message, ...this.#place });
  }

  id(prefix: string): string {
    return this.session.nextId(prefix);
  }

  /** Adds to the output that usage and cost are computed from. */
  count(characters: number): void {
    this.session.spending.addAnswer(characters);
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
    return this.session.waitFor(this, 'question', request);
  }

  async wait(ms: number): Promise<void> {
    // Timers are limited to 31 bits; a longer one would fire immediately.
    await wait(Math.min(ms, 2 ** 31 - 1), undefined, { signal: this.signal });
  }
}
