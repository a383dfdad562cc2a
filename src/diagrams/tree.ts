import type { GraphState, MachineGraph } from '../schema/index.js';

/** The states of a graph as the tree that they are. */
export class Tree {
  readonly #states: ReadonlyMap<string, GraphState>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #children = new Map<string | null, GraphState[]>();

  constructor({ states }: MachineGraph) {
    this.#states = new Map(states.map((state) => [state.id, state]));
    this.#order = new Map(states.map(({ id }, nth) => [id, nth]));
    for (const state of states) {
      const siblings = this.#children.get(state.parent);
      if (siblings) siblings.push(state);
      else this.#children.set(state.parent, [state]);
    }
  }

  get(state: string | null): GraphState | undefined {
    return state === null ? undefined : this.#states.get(state);
  }

  childrenOf(parent: string | null): readonly GraphState[] {
    return this.#children.get(parent) ?? [];
  }

  leavesOf(state: string): string[] {
    const children = this.childrenOf(state);
    return children.length === 0 ? [state] : children.flatMap(({ id }) => this.leavesOf(id));
  }

  isComposite(state: string): boolean {
    return this.#children.has(state);
  }

  isParallel(state: string | null): boolean {
    return this.get(state)?.type === 'parallel';
  }

  /** Whether it stands beside others that are active at the same time. */
  isRegion(state: string): boolean {
    return this.isParallel(this.get(state)?.parent ?? null);
  }

  /** Whether `state` is written before `other` in the machine, and does not hold it. */
  isBefore(state: string, other: string): boolean {
    return (this.#order.get(state) ?? -1) < (this.#order.get(other) ?? -1) && !isWithin(other, state);
  }
}

/** Whether a state is another one, or inside it. */
export function isWithin(state: string, ancestor: string): boolean {
  return state === ancestor || state.startsWith(`${ancestor}.`);
}
