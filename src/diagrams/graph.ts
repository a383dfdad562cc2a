import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { GraphState, GraphTransition, MachineGraph } from '../schema/index.js';
import { kindOf } from './event-kind.js';

export function graphOf(machine: AnyStateMachine): MachineGraph {
  const states: GraphState[] = [];
  const transitions: GraphTransition[] = [];
  visit(machine.root, (node) => {
    if (node.parent) states.push(stateOf(node));
    transitions.push(...transitionsOf(node));
  });
  return { id: machine.id, initial: initialOf(machine.root), states, transitions };
}

function visit(node: AnyStateNode, callback: (node: AnyStateNode) => void): void {
  callback(node);
  for (const child of Object.values(node.states)) visit(child, callback);
}

function idOf(node: AnyStateNode): string {
  return node.path.join('.');
}

function initialOf(node: AnyStateNode): string | null {
  const target = node.type === 'compound' ? node.initial.target?.[0] : undefined;
  return target ? idOf(target) : null;
}

function stateOf(node: AnyStateNode): GraphState {
  return {
    id: idOf(node),
    key: node.key,
    parent: node.parent?.parent ? idOf(node.parent) : null,
    type: node.type,
    initial: initialOf(node),
    description: node.description ?? null,
    tags: [...node.tags],
  };
}

/** The parts of XState's transition definitions that are drawn. */
interface Definition {
  eventType: string;
  target?: readonly AnyStateNode[] | undefined;
  guard?: unknown;
  actions: readonly unknown[];
  delay?: unknown;
}

function transitionsOf(node: AnyStateNode): GraphTransition[] {
  const definitions: Definition[] = [...node.transitions.values()].flat();
  if (node.always) definitions.push(...node.always);
  const source = idOf(node);
  const seen = new Map<string, number>();
  return definitions.flatMap((definition) => {
    const event = eventOf(definition);
    const targets = definition.target?.map(idOf) ?? [null];
    return targets.map((target): GraphTransition => {
      const nth = seen.get(event) ?? 0;
      seen.set(event, nth + 1);
      return {
        id: `${source}/${event}/${nth}`,
        source,
        target,
        event,
        guard: definition.guard === undefined ? null : nameOf(definition.guard),
        actions: definition.actions.map(nameOf),
        kind: definition.delay === undefined ? kindOf(event) : 'delay',
      };
    });
  });
}

/** XState's internal event types contain the state's path, which is redundant in a drawing. */
function eventOf({ eventType, delay }: Definition): string {
  if (delay !== undefined) return `after ${typeof delay === 'number' ? `${delay} ms` : String(delay)}`;
  if (eventType === '') return 'always';
  return eventType.startsWith('xstate.done.') ? 'done' : eventType;
}

/** The name of a guard or action, given as a string, an object or a function. */
function nameOf(thing: unknown): string {
  if (typeof thing === 'string') return thing;
  const { type, name } = thing as { type?: unknown; name?: unknown };
  if (typeof type === 'string') return type;
  return typeof name === 'string' && name !== '' ? name : 'inline';
}
