import { getStateNodes } from '@xstate/graph';
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from 'xstate';

type StateNode = ReturnType<typeof getStateNodes>[number];

/**
 * What of a machine's definition was seen at work in running actors. The list of what there is to see is read from
 * the definition itself, so a state or a transition that is added is missing until something goes there.
 */
export class MachineCoverage {
  private readonly unseen = new Map<StateNode | AnyTransitionDefinition, string>();

  constructor(machine: AnyStateMachine) {
    for (const node of [machine.root as StateNode, ...getStateNodes(machine)]) {
      this.unseen.set(node, node.id);
      for (const transition of transitionsOf(node)) this.unseen.set(transition, nameOf(node, transition));
    }
  }

  /** Watches an actor that was started: all it does from now on, in each of its microsteps. */
  watch(actor: AnyActor): void {
    this.see(actor.getSnapshot());
    actor.system.inspect((inspected) => {
      if (inspected.type !== '@xstate.microstep') return;
      this.see(inspected.snapshot as AnyMachineSnapshot);
      for (const transition of inspected._transitions) this.unseen.delete(transition);
    });
  }

  /** The names of the states that were never entered and the transitions that were never taken. */
  get missing(): string[] {
    return [...this.unseen.values()].sort();
  }

  private see(snapshot: AnyMachineSnapshot): void {
    for (const node of snapshot._nodes) this.unseen.delete(node);
  }
}

/** All transitions of a state: on events, after delays, and at once; every alternative of them. */
function transitionsOf(node: StateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])] as AnyTransitionDefinition[];
}

function nameOf(node: StateNode, { eventType, guard }: AnyTransitionDefinition): string {
  const name = `${node.id} on ${eventType || 'nothing'}`;
  if (!guard) return name;
  return `${name} if ${typeof guard === 'object' ? guard.type : typeof guard === 'string' ? guard : guard.name}`;
}
