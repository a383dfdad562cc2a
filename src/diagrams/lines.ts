import type { GraphTransition, MachineGraph } from '../schema/index.js';
import { edgeDomId } from './dom-id.js';

/** Transitions that differ only in their event, on one line. */
export interface Line {
  kind: GraphTransition['kind'];
  events: string[];
  /** `else` if guarded transitions on the same event precede it. */
  guard: string | null;
  actions: string[];
}

/** An arrow: all transitions from one state to another. */
export interface Edge {
  id: string;
  source: string;
  target: string;
  lines: Line[];
}

/** A state's transitions without a target. As loops, dozens of them would clutter a drawing. */
export function internalsOf(graph: MachineGraph, state: string): Line[] {
  return linesOf(
    graph,
    graph.transitions.filter(({ source, target }) => source === state && target === null),
  );
}

export function edgesOf(graph: MachineGraph): Edge[] {
  const byEnds = new Map<string, { source: string; target: string; transitions: GraphTransition[] }>();
  for (const transition of graph.transitions) {
    const { source, target } = transition;
    if (target === null) continue;
    const id = edgeDomId(source, target);
    const edge = byEnds.get(id) ?? { source, target, transitions: [] };
    edge.transitions.push(transition);
    byEnds.set(id, edge);
  }
  return [...byEnds].map(([id, { source, target, transitions }]) => ({
    id,
    source,
    target,
    lines: linesOf(graph, transitions),
  }));
}

function linesOf(graph: MachineGraph, transitions: GraphTransition[]): Line[] {
  const lines = new Map<string, Line>();
  for (const transition of transitions) {
    const { kind, event, actions } = transition;
    const guard = transition.guard ?? (isFallback(graph, transition) ? 'else' : null);
    const key = JSON.stringify([kind, guard, actions]);
    const line = lines.get(key);
    if (line) line.events.push(event);
    else lines.set(key, { kind, events: [event], guard, actions });
  }
  return [...lines.values()];
}

function isFallback(graph: MachineGraph, { id, source, event }: GraphTransition): boolean {
  const first = graph.transitions.find((other) => other.source === source && other.event === event);
  return first !== undefined && first.id !== id;
}

export function triggerOf({ events, guard }: Line): string {
  return guard === null ? events.join(', ') : `${events.join(', ')} [${guard}]`;
}

/** Formats a line: `command.send [isSteer] / steer, acceptSteered`. */
export function textOf(line: Line): string {
  const trigger = triggerOf(line);
  return line.actions.length === 0 ? trigger : `${trigger} / ${line.actions.join(', ')}`;
}
