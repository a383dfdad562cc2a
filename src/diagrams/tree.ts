import type { GraphState, MachineGraph } from '../schema/index.js';

/** The states of a graph as a tree. */
export class Tree {
  readonly #states: ReadonlyMap<string, GraphState>;
  readonly #children = new Map<string | null, GraphState[]>();
  readonly #isRootParallel: boolean;

  constructor({ states, initial }: MachineGraph) {
    this.#isRootParallel = initial === null;
    this.#states = new Map(states.map((state) => [state.id, state]));
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

  /** How many regions a state has; null is the machine. */
  regionsOf(state: string | null): number {
    return this.isParallel(state) ? this.childrenOf(state).length : 0;
  }

  isComposite(state: string): boolean {
    return this.#children.has(state);
  }

  /** Whether the states inside are regions; null is the machine. */
  isParallel(state: string | null): boolean {
    return state === null ? this.#isRootParallel : this.get(state)?.type === 'parallel';
  }

  /** Whether the state is a region of a parallel state. */
  isRegion(state: string): boolean {
    return this.isParallel(this.get(state)?.parent ?? null);
  }
}

/** Whether a state equals another one or is inside it. */
export function isWithin(state: string, ancestor: string): boolean {
  return state === ancestor || state.startsWith(`${ancestor}.`);
}
