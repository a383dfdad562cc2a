import { type MachineName, machines } from '../../machines/index.js';
import type { MachineGraph, StateValue } from '../schema/index.js';
import { type LastTransition, markActive } from './active.js';
import { graphOf } from './graph.js';
import { mermaidOf } from './mermaid.js';
import { renderSvg } from './svg.js';

export { activeIds, type LastTransition, markActive } from './active.js';
export { edgeDomId, stateDomId } from './dom-id.js';
export { dotOf } from './dot.js';
export { graphOf } from './graph.js';
export { transitionBetween } from './last-transition.js';
export { mermaidOf } from './mermaid.js';
export { renderSvg } from './svg.js';

/** Machines do not change while we run: each is walked once. */
const graphs = new Map<MachineName, MachineGraph>();
const texts = new Map<MachineName, string>();

export interface SvgOptions {
  /** Where the machine is; without it nothing is marked. */
  value?: StateValue | undefined;
  lastTransition?: LastTransition | undefined;
  /** Without it the drawing follows the reader's colour scheme. */
  theme?: 'light' | 'dark' | undefined;
}

export function machineGraph(name: MachineName): MachineGraph {
  return kept(graphs, name, () => graphOf(machines[name]));
}

export function machineMermaid(name: MachineName): string {
  return kept(texts, name, () => mermaidOf(machineGraph(name)));
}

export async function machineSvg(name: MachineName, options: SvgOptions = {}): Promise<string> {
  const { value, lastTransition, theme } = options;
  let svg = await renderSvg(machineGraph(name));
  if (value !== undefined || lastTransition) svg = markActive(svg, value ?? {}, lastTransition);
  return theme ? svg.replace('<svg ', `<svg data-theme="${theme}" `) : svg;
}

/** All three ways to look at a machine. */
export function diagram(name: MachineName) {
  return {
    graph: machineGraph(name),
    mermaid: machineMermaid(name),
    svg: (options?: SvgOptions) => machineSvg(name, options),
  };
}

function kept<T>(cache: Map<MachineName, T>, name: MachineName, make: () => T): T {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const made = make();
  cache.set(name, made);
  return made;
}
