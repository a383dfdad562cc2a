import type { UniversalEvent } from '../../src/schema/index.js';

interface Wait {
  isDone(): boolean;
  resolve(): void;
}

/**
 * The event texts that one reader received. It checks that each event arrives once and in order, and records violations
 * in `faults`.
 */
export class Reading {
  readonly texts: string[] = [];
  readonly faults: string[] = [];
  /** How the connection ended, once it has: a WebSocket close code, `end` or `broken`. */
  closed: number | 'end' | 'broken' | null = null;
  readonly #waits: Wait[] = [];
  readonly #seen = new Set<string>();
  /** The last sequence that the reader already had. */
  readonly offset: number;
  readonly close: () => void;

  constructor(offset: number, close: () => void) {
    this.offset = offset;
    this.close = close;
  }

  /** The last sequence received. */
  get last(): number {
    return this.offset + this.texts.length;
  }

  take(text: string): void {
    const sequence = Number(/"sequence":(\d+)/.exec(text)?.[1]);
    if (sequence !== this.last + 1) this.faults.push(`${sequence} came after ${this.last}`);
    this.texts.push(text);
    if (!text.includes('"type":"item.delta"')) this.#seen.add((JSON.parse(text) as UniversalEvent).type);
    this.#wake();
  }

  over(how: NonNullable<Reading['closed']>): void {
    this.closed ??= how;
    this.#wake();
  }

  /** Resolves when the event with this sequence has arrived; fails if the connection ends before. */
  async reached(sequence: number): Promise<void> {
    await this.#until(() => this.last >= sequence);
    if (this.last < sequence) throw new Error(`closed (${this.closed}) at ${this.last}, before ${sequence}`);
  }

  /** Resolves when an event of the type has arrived since this reader began. */
  async saw(type: UniversalEvent['type']): Promise<void> {
    await this.#until(() => this.#seen.has(type));
    if (!this.#seen.has(type)) throw new Error(`closed (${this.closed}) before ${type}`);
  }

  /** Resolves when the connection has ended, on either side. */
  whenClosed(): Promise<void> {
    return this.#until(() => this.closed !== null);
  }

  events(): UniversalEvent[] {
    return this.texts.map((text) => JSON.parse(text) as UniversalEvent);
  }

  async #until(isDone: () => boolean): Promise<void> {
    if (isDone() || this.closed !== null) return;
    await new Promise<void>((resolve) => this.#waits.push({ isDone, resolve }));
  }

  #wake(): void {
    for (let i = this.#waits.length - 1; i >= 0; i--) {
      const wait = this.#waits[i]!;
      if (this.closed === null && !wait.isDone()) continue;
      this.#waits.splice(i, 1);
      wait.resolve();
    }
  }
}
