/** Faults of a delivery, in numbers. */
export interface Faults {
  lost: number;
  doubled: number;
  disordered: number;
}

/** The texts of the events that one reader received over all its connections, in the order of their arrival. */
export class Tape {
  readonly faults: Faults = { lost: 0, doubled: 0, disordered: 0 };
  /** The last sequence that the reader did not want. */
  readonly offset: number;
  readonly #texts: (string | null)[] = [];

  constructor(offset: number) {
    this.offset = offset;
  }

  /** The highest sequence received. */
  get last(): number {
    return this.offset + this.#texts.length;
  }

  /** The events received, in the order of their sequences; null for one that was left out. */
  get texts(): readonly (string | null)[] {
    return this.#texts;
  }

  take(text: string): void {
    const sequence = sequenceOf(text);
    const index = sequence - this.offset - 1;
    if (index >= this.#texts.length) {
      for (; this.#texts.length < index; this.faults.lost++) this.#texts.push(null);
      this.#texts.push(text);
    } else if (this.#texts[index] === null) {
      this.#texts[index] = text;
      this.faults.lost--;
      this.faults.disordered++;
    } else {
      this.faults.doubled++;
    }
  }
}

/** The first one in the text is the event's own: what comes before it is fixed. */
function sequenceOf(text: string): number {
  const sequence = Number(/"sequence":(\d+)/.exec(text)?.[1]);
  if (!(sequence > 0)) throw new Error(`not an event: ${text.slice(0, 200)}`);
  return sequence;
}
