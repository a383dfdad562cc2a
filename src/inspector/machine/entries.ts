import type { MachineGraph } from '../../client/index.js';
import { activeIds, edgesOf, matches, stateDomId } from '../../diagrams/browser.js';
import type { Moment } from './replay.js';

/** When each state of the session was entered, and each arrow was taken, by the ids of the drawing. Append-only. */
export class Entries {
  readonly #graph: MachineGraph;
  readonly #sequences = new Map<string, number[]>();
  #processed = 0;
  #value: unknown = null;
  #active: ReadonlySet<string> = new Set();

  constructor(graph: MachineGraph) {
    this.#graph = graph;
  }

  catchUp(moments: readonly Moment[]): this {
    for (; this.#processed < moments.length; this.#processed++) this.#add(moments[this.#processed]!);
    return this;
  }

  /** The events up to `last` that entered the state or took the arrow. */
  upTo(id: string, last: number): readonly number[] {
    const all = this.#sequences.get(id) ?? [];
    const end = all.findLastIndex((sequence) => sequence <= last);
    return all.slice(0, end + 1);
  }

  #add({ sequence, event, value }: Moment): void {
    if (value === this.#value) return;
    this.#value = value;
    const active = new Set(activeIds(value));
    const entered = [...active].filter((id) => !this.#active.has(id));
    for (const id of entered) this.#note(stateDomId(id), sequence);
    for (const { id, source, target, lines } of edgesOf(this.#graph)) {
      const isTaken =
        event !== null &&
        entered.includes(target) &&
        this.#active.has(source) &&
        lines.some(({ events }) => events.some((pattern) => matches(pattern, event)));
      if (isTaken) this.#note(id, sequence);
    }
    this.#active = active;
  }

  #note(id: string, sequence: number): void {
    const known = this.#sequences.get(id);
    if (known) known.push(sequence);
    else this.#sequences.set(id, [sequence]);
  }
}
