import type { AnyStateMachine } from 'xstate';

/** What a flat machine does on an event: where it goes, and the names of what is to be done on the way. */
export interface Step {
  target: string;
  actions: string[];
}

/**
 * Reads a flat, guard-free machine as a table.
 *
 * An actor per item would cost more to spawn and stop than all else that is done for it, and `transition()` builds an
 * inert actor on each call.
 * A table lookup costs nothing, and the drawn machine stays the one place that says what happens: whoever changes
 * the machine changes the behaviour.
 */
export function tableOf(machine: AnyStateMachine): (state: string, event: string) => Step | undefined {
  const table = new Map<string, Step>();
  for (const [name, node] of Object.entries(machine.states)) {
    for (const [event, transitions] of node.transitions) {
      const [transition] = transitions;
      if (!transition || transition.guard || transitions.length > 1) {
        throw new Error(`machine ${machine.id}: ${name} on ${event} must be one transition without a guard`);
      }
      table.set(`${name} ${event}`, {
        target: transition.target?.[0]?.key ?? name,
        actions: transition.actions.map(nameOf),
      });
    }
  }
  return (state, event) => table.get(`${state} ${event}`);
}

function nameOf(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null && 'type' in action) return String(action.type);
  throw new Error('an action of a machine that is read as a table must have a name');
}
