import { getStateNodes } from '@xstate/graph';
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from 'xstate';

type StateNode = ReturnType<typeof getStateNodes>[number];

/**
 * Which states and transitions of a machine were visited by running actors. The full list is read from the definition,
 * so a new state or transition is missing until a test covers it.
 */
export class MachineCoverage {
  readonly #unseen = new Map<StateNode | AnyTransitionDefinition, string>();

  constructor(machine: AnyStateMachine) {
    for (const node of [machine.root as StateNode, ...getStateNodes(machine)]) {
      this.#unseen.set(node, node.id);
      for (const transition of transitionsOf(node)) this.#unseen.set(transition, nameOf(node, transition));
    }
  }

  /** Records every microstep of a started actor from now on. */
  watch(actor: AnyActor): void {
    this.#see(actor.getSnapshot());
    actor.system.inspect((inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      this.#see(inspected.snapshot as AnyMachineSnapshot);
      for (const transition of inspected._transitions) this.#unseen.delete(transition);
    });
  }

  /** The states never entered and the transitions never taken. */
  get missing(): string[] {
    return [...this.#unseen.values()].sort();
  }

  #see(snapshot: AnyMachineSnapshot): void {
    for (const node of snapshot._nodes) this.#unseen.delete(node);
  }
}

/** All transitions of a state, including delayed and eventless ones. */
function transitionsOf(node: StateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])] as AnyTransitionDefinition[];
}

function nameOf(node: StateNode, { eventType, guard }: AnyTransitionDefinition): string {
  const name = `${node.id} on ${eventType || 'nothing'}`;
  if (!guard) return name;
  return `${name} if ${typeof guard === 'object' ? guard.type : typeof guard === 'string' ? guard : guard.name}`;
}
