import type { GraphTransition, MachineGraph } from '../schema/index.js';
import type { Edge } from './lines.js';

/** How many names an arrow carries; further ones are counted. */
const MAX_NAMES = 3;

/** A name beside an arrow. */
export interface ShortName {
  text: string;
  kind: GraphTransition['kind'];
}

/** The names beside an arrow: its events, without what readers can infer. Guards and actions are details. */
export function shortNames(graph: MachineGraph, { source, target }: Edge): ShortName[] {
  const own = graph.transitions.filter((each) => each.source === source && each.target === target);
  const names = new Map<string, ShortName>();
  for (const { event, guard, kind } of own) {
    const isShared = own.some((other) => other.event !== event && lastOf(other.event) === lastOf(event));
    const text =
      event === 'always' ? spaced(guard ?? event) : shortName(graph, source, withoutAfter(event), isShared);
    if (!names.has(text)) names.set(text, { text, kind });
  }
  const all = [...names.values()];
  if (all.length <= MAX_NAMES) return all;
  const shown = all.slice(0, MAX_NAMES - 1);
  return [...shown, { text: `+${all.length - shown.length} more`, kind: 'input' }];
}

/**
 * `permission.requested` and `question.requested` on one arrow are `requested`. So is `turn.started` `started` within the
 * state `turn`, or where all events are about turns. Commands need no prefix.
 */
function shortName(graph: MachineGraph, source: string, event: string, isShared: boolean): string {
  const first = firstOf(event);
  const isImplied =
    isShared || first === 'command' || isNamed(source, first) || isOnlyOne(graph, source, first);
  return spaced(isImplied ? event.slice(event.indexOf('.') + 1) : event);
}

function isNamed(state: string, name: string): boolean {
  return state.split('.').some((key) => key === name || key === `${name}s`);
}

/** Whether all events that move between the states beside `source` begin alike. */
function isOnlyOne({ transitions }: MachineGraph, source: string, first: string): boolean {
  const parent = source.slice(0, Math.max(0, source.lastIndexOf('.')));
  const beside = transitions.filter(
    (each) => each.target !== null && each.source !== '' && each.source.startsWith(`${parent}.`),
  );
  return parent !== '' && beside.every(({ event }) => event.includes('.') && firstOf(event) === first);
}

/** The colour of a timeout's name tells that it is one. */
const withoutAfter = (event: string) => event.replace(/^after (?=[a-z])/, '');
const firstOf = (event: string) => event.split('.', 1)[0]!;
const lastOf = (event: string) => event.slice(event.lastIndexOf('.') + 1);

/** `turn.ended` is `turn ended`, `startTimeout` is `start timeout`. */
function spaced(name: string): string {
  return name.replaceAll('.', ' ').replace(/[a-z][A-Z]/g, (pair) => `${pair[0]} ${pair[1]!.toLowerCase()}`);
}
