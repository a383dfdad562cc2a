import type { GraphState, MachineGraph } from '../schema/index.js';

/** The states of a graph as a tree. */
export class Tree {
  readonly #states: ReadonlyMap<string, GraphState>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #children = new Map<string | null, GraphState[]>();
  /** Whether the states under the root are regions. */
  readonly isRootParallel: boolean;

  constructor({ states, initial }: MachineGraph) {
    this.isRootParallel = initial === null;
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

  /** Whether the state is a region of a parallel state. */
  isRegion(state: string): boolean {
    const parent = this.get(state)?.parent ?? null;
    return parent === null ? this.isRootParallel : this.isParallel(parent);
  }

  /** Whether `state` precedes `other` in the machine and is not its ancestor. */
  isBefore(state: string, other: string): boolean {
    return (this.#order.get(state) ?? -1) < (this.#order.get(other) ?? -1) && !isWithin(other, state);
  }
}

/** Whether a state equals another one or is inside it. */
export function isWithin(state: string, ancestor: string): boolean {
  return state === ancestor || state.startsWith(`${ancestor}.`);
}
