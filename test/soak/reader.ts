import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../faults/random.js';
import { type Connection, connect, type Transport } from './connections.js';
import { Tape } from './tape.js';

/** `slow` stops reading now and then; `gone` leaves in the middle and does not come back. */
export type Pace = 'fast' | 'slow' | 'gone';

export interface ReaderOptions {
  url: string;
  sessionId: string;
  offset: number;
  transport: Transport;
  pace: Pace;
  random: Random;
}

const AGAIN_MS = 50;

/** Reads a session over as many connections as it takes, each from where the one before ended. */
export class Reader {
  readonly tape: Tape;
  readonly options: ReaderOptions;
  readonly #onText: (text: string) => void;
  #connection: Connection | null = null;
  #isClosed = false;
  #isHurried = false;
  readonly #work: Promise<unknown>;

  constructor(options: ReaderOptions, onText: (text: string) => void = () => {}) {
    this.options = options;
    this.#onText = onText;
    this.tape = new Tape(options.offset);
    this.#work = Promise.all([this.#read(), this.#dawdle()]);
  }

  /** Whether it stayed to the end, so that it must have everything. */
  get isLoyal(): boolean {
    return this.options.pace !== 'gone';
  }

  /** Waits until it has the event with this sequence; false if that takes too long. */
  async reached(sequence: number, longestMs: number): Promise<boolean> {
    this.#isHurried = true;
    this.#connection?.resume();
    const deadline = Date.now() + longestMs;
    while (this.tape.last < sequence && Date.now() < deadline) await wait(AGAIN_MS);
    return this.tape.last >= sequence;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.drop();
    await this.#work;
  }

  async #read(): Promise<void> {
    const { url, sessionId, transport } = this.options;
    while (!this.#isClosed) {
      const take = (text: string) => {
        if (this.#isClosed) return;
        this.tape.take(text);
        this.#onText(text);
      };
      this.#connection = connect[transport]({ url, sessionId, after: this.tape.last, take });
      await this.#connection.over;
      this.#connection = null;
      if (!this.#isClosed) await wait(AGAIN_MS);
    }
  }

  /** The delay of its pace. */
  async #dawdle(): Promise<void> {
    const { pace, random } = this.options;
    if (pace === 'fast') return;
    if (pace === 'gone') {
      await this.#pass(random.between(200, 3000));
      this.#isClosed = true;
      this.#connection?.drop();
      return;
    }
    while (!this.#isClosed && !this.#isHurried) {
      this.#connection?.pause();
      await this.#pass(random.between(100, 2000));
      this.#connection?.resume();
      await this.#pass(random.between(10, 200));
    }
  }

  /** Time, or less if nobody waits for it any more. */
  async #pass(ms: number): Promise<void> {
    const until = Date.now() + ms;
    while (!this.#isClosed && !this.#isHurried && Date.now() < until) await wait(Math.min(ms, AGAIN_MS));
  }
}
