import type { StateChange } from '../log/index.js';

/** The machine's value and the sequence at which it has it. */
interface Step {
  value: unknown;
  context: { sequence: number };
}

/** Notices changes of a machine's value. Asked once per macrostep, so intermediate values are never published. */
export class ValueChanges {
  readonly #onChanged: (change: StateChange) => void;
  #value: unknown;
  #text: string;

  constructor({ value }: Step, onChanged: (change: StateChange) => void) {
    this.#value = value;
    this.#text = JSON.stringify(value);
    this.#onChanged = onChanged;
  }

  note({ value, context: { sequence } }: Step): void {
    if (value === this.#value) return;
    this.#value = value;
    const text = JSON.stringify(value);
    if (text === this.#text) return;
    this.#text = text;
    if (sequence > 0) this.#onChanged({ sequence, value: text });
  }
}
