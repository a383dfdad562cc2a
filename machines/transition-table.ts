import type { AnyStateMachine } from 'xstate';

/** A transition of a flat machine: its target state and the names of its actions. */
export interface Step {
  target: string;
  actions: string[];
}

/**
 * Compiles a flat, guard-free machine into a lookup table.
 *
 * Spawning and stopping an actor per item costs more than all other work on the item, and `transition()` builds an
 * inert actor on each call. A table lookup is nearly free, and the drawn machine remains the single definition of the
 * behaviour.
 */
export function transitionTable(
  machine: AnyStateMachine,
): (state: string, event: string) => Step | undefined {
  const table = new Map<string, Step>();
  for (const [name, node] of Object.entries(machine.states)) {
    for (const [event, transitions] of node.transitions) {
      const [transition] = transitions;
      if (!transition || transition.guard || transitions.length > 1) {
        throw new Error(
          `machine ${machine.id}: ${name} on ${event} must have exactly one transition, without a guard`,
        );
      }
      table.set(`${name} ${event}`, {
        target: transition.target?.[0]?.key ?? name,
        actions: transition.actions.map(actionName),
      });
    }
  }
  return (state, event) => table.get(`${state} ${event}`);
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null && 'type' in action) return String(action.type);
  throw new Error('the actions of a tabulated machine must be named');
}
