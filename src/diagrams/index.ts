import { type MachineName, machines } from '../../machines/index.js';
import type { MachineGraph, StateValue } from '../schema/index.js';
import { type LastTransition, markActive } from './active.js';
import { graphOf } from './graph.js';
import { mermaidOf } from './mermaid.js';
import { renderSvg } from './svg.js';

export { activeIds, type LastTransition, markActive } from './active.js';
export { graphOf } from './graph.js';
export { transitionBetween } from './last-transition.js';
export { mermaidOf } from './mermaid.js';
export { renderSvg } from './svg.js';

/** Caches: machines never change at run time. */
const graphs = new Map<MachineName, MachineGraph>();
const texts = new Map<MachineName, string>();
const drawings = new Map<MachineName, string>();

export interface SvgOptions {
  /** The state to highlight. */
  value?: StateValue | undefined;
  lastTransition?: LastTransition | undefined;
  /** Defaults to the reader's colour scheme. */
  theme?: 'light' | 'dark' | undefined;
}

export function machineGraph(name: MachineName): MachineGraph {
  return cached(graphs, name, () => graphOf(machines[name]));
}

export function machineMermaid(name: MachineName): string {
  return cached(texts, name, () => mermaidOf(machineGraph(name)));
}

export function machineSvg(name: MachineName, options: SvgOptions = {}): string {
  const { value, lastTransition, theme } = options;
  let svg = cached(drawings, name, () => renderSvg(machineGraph(name)));
  if (value !== undefined || lastTransition) svg = markActive(svg, value ?? {}, lastTransition);
  return theme ? svg.replace('<svg ', `<svg data-theme="${theme}" `) : svg;
}

function cached<T>(cache: Map<MachineName, T>, name: MachineName, make: () => T): T {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const made = make();
  cache.set(name, made);
  return made;
}
