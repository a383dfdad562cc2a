import type { GraphState, MachineGraph } from '../schema/index.js';
import { stateDomId } from './dom-id.js';
import { edgeLabel, legend, machineLabel, stateLabel } from './dot-label.js';
import { anchor, hidden, inRow, invisible, node, quote, sameRank } from './dot-syntax.js';
import { type Edge, edgesOf, internalsOf } from './lines.js';
import { light } from './theme.js';
import { isWithin, Tree } from './tree.js';

const kinds = ['input', 'event', 'delay'] as const;
const initialLook = `shape=circle, width=0.12, label="", fillcolor="${light.arrow}", color="${light.arrow}"`;
const ringLook = `shape=circle, width=0.14, label="", fillcolor="${light.card}", color="${light.arrow}"`;

/** How many regions of a state fit into one row. */
const MOST_IN_ROW = 3;

/** A machine in Graphviz's DOT language. Ids are stable, so that a page can highlight states and arrows by id. */
export function dotOf(graph: MachineGraph): string {
  return new Dot(graph).text();
}

class Dot {
  readonly #graph: MachineGraph;
  readonly #tree: Tree;
  readonly #edges: readonly Edge[];

  constructor(graph: MachineGraph) {
    this.#graph = graph;
    this.#tree = new Tree(graph);
    this.#edges = edgesOf(graph);
  }

  text(): string {
    const { id, initial, transitions } = this.#graph;
    const used = kinds.filter((kind) => transitions.some((transition) => transition.kind === kind));
    return [
      `digraph ${quote(id)} {`,
      'compound=true; newrank=true; rankdir=TB; ranksep=0.38; nodesep=0.24; pad=0.12; fontname="Helvetica";',
      `bgcolor="${light.paper}"; labelloc=b; labeljust=l;${used.length > 1 ? ` label=<${legend(used)}>;` : ''}`,
      `node [shape=box, style="rounded,filled", fillcolor="${light.card}", color="${light.line}", fontname="Helvetica", margin="0.1,0.06"];`,
      `edge [color="${light.arrow}", fontname="Helvetica", arrowsize=0.7];`,
      ...this.#machine(),
      ...this.#initial('', initial),
      ...this.#tree.childrenOf(null).flatMap((state) => this.#state(state)),
      ...(this.#tree.isRootParallel ? this.#rows(this.#tree.childrenOf(null)) : []),
      ...this.#edges.map((edge) => this.#edge(edge)),
      '}',
    ].join('\n');
  }

  /** Transitions that apply in every state are shown in a node of their own. */
  #machine(): string[] {
    if (!this.#graph.transitions.some(({ source }) => source === '')) return [];
    return [
      node(stateDomId(''), 'atomic', `label=<${machineLabel(this.#graph.id, internalsOf(this.#graph, ''))}>`),
    ];
  }

  #state(state: GraphState): string[] {
    const id = stateDomId(state.id);
    const children = this.#tree.childrenOf(state.id);
    const lines = internalsOf(this.#graph, state.id);
    if (children.length === 0) {
      const isFinal = state.type === 'final' || state.tags.includes('final');
      // Outside of regions there is room for a second column.
      const columns = state.parent === null && lines.length > 6 ? 2 : 1;
      return [node(id, isFinal ? 'atomic final' : 'atomic', `label=<${stateLabel(state, lines, columns)}>`)];
    }
    const isParallel = state.type === 'parallel';
    const isRegion = this.#tree.isRegion(state.id);
    return [
      `subgraph ${quote(`cluster_${id}`)} {`,
      `id=${quote(id)}; class="${isRegion ? 'region' : state.type}"; style="rounded,filled${isRegion ? ',dashed' : ''}";`,
      `fillcolor="${isRegion ? light.region : light.frame}"; color="${light.line}"; margin=10; labelloc=t; labeljust=l;`,
      `label=<${stateLabel(state, lines, isParallel ? Math.min(children.length, MOST_IN_ROW) : 1)}>;`,
      ...this.#initial(state.id, state.initial),
      ...children.flatMap((child) => this.#state(child)),
      ...this.#anchors(state.id),
      ...(isParallel ? this.#align(state.id, children) : []),
      '}',
    ];
  }

  #initial(parent: string, initial: string | null): string[] {
    if (initial === null) return [];
    const dot = anchor('initial', parent);
    const head = this.#entry(initial);
    return [
      node(dot, 'initial', initialLook),
      `${quote(dot)} -> ${quote(head)} [class="initial", weight=8${this.#clip('lhead', initial, '')}];`,
      ...(this.#isBeside(parent) ? [sameRank(dot, head)] : []),
    ];
  }

  /** In a narrow region the initial dot is above its state; further inside it is beside it, to save height. */
  #isBeside(parent: string): boolean {
    const state = this.#tree.get(parent);
    return state !== undefined && state.parent !== null && !this.#tree.isRegion(parent);
  }

  /** The nodes inside a composite state that its arrows are attached to; arrows across its frame are clipped there. */
  #anchors(state: string): string[] {
    const [ring, back, exit] = [anchor('within', state), anchor('back', state), anchor('exit', state)];
    const own = this.#edges.filter(({ source }) => source === state);
    const anchors: string[] = [];
    const entry = this.#entry(state);
    if (own.some(({ target }) => isWithin(target, state))) {
      const first = this.#isBeside(state) ? anchor('initial', state) : entry;
      anchors.push(node(ring, 'within', ringLook), ...inRow([ring, first]));
    }
    if (own.some((edge) => this.#goesBack(edge))) anchors.push(hidden(back), ...inRow([entry, back]));
    if (!this.#tree.isParallel(state) && this.#hasExit(state)) {
      // Below all children; otherwise labels of outgoing arrows would be placed inside the state.
      anchors.push(
        hidden(exit),
        ...this.#tree.leavesOf(state).map((leaf) => invisible(stateDomId(leaf), exit)),
      );
    }
    return anchors;
  }

  #hasExit(state: string): boolean {
    return (
      this.#tree.isRegion(state) ||
      this.#edges.some((edge) =>
        this.#goesBack(edge) ? edge.target === state : edge.source === state && !isWithin(edge.target, state),
      )
    );
  }

  /** Aligns regions in order and at equal height. Graphviz would not, since no arrows connect them. */
  #align(state: string, regions: readonly GraphState[]): string[] {
    const top = anchor('entry', state);
    const entries = regions.map(({ id }) => this.#entry(id));
    if (regions.length > MOST_IN_ROW) {
      // Two columns of about the same height: the first region is by far the tallest.
      const left = regions.filter((_, nth) => nth % 3 === 0);
      const right = regions.filter((_, nth) => nth % 3 !== 0);
      return [hidden(top), ...this.#column(top, left), ...this.#column(top, right)];
    }
    const exits = regions.filter(({ id }) => this.#tree.isComposite(id)).map(({ id }) => this.#exit(id));
    return [
      hidden(top),
      ...entries.map((entry) => invisible(top, entry)),
      ...inRow(entries),
      sameRank(...exits),
    ];
  }

  /** Sets regions one below the other. */
  #column(top: string, regions: readonly GraphState[]): string[] {
    return regions.map(({ id }, nth) => {
      const above = regions[nth - 1];
      return invisible(above ? this.#exit(above.id) : top, this.#entry(id));
    });
  }

  /** The regions of a whole machine are too wide for one row: the first is the widest, so the others are below it. */
  #rows([first, ...others]: readonly GraphState[]): string[] {
    if (!first) return [];
    const entries = others.map(({ id }) => this.#entry(id));
    return [...inRow(entries), ...entries.map((entry) => invisible(this.#exit(first.id), entry))];
  }

  #edge(edge: Edge): string {
    const { id, source, target, lines } = edge;
    const look = `id=${quote(id)}, class="transition", label=<${edgeLabel(lines)}>`;
    if (this.#goesBack(edge)) {
      const lower = this.#tree.isComposite(source) ? anchor('back', source) : stateDomId(source);
      const clips = this.#clip('ltail', target, source) + this.#clip('lhead', source, target);
      return `${quote(this.#exit(target))} -> ${quote(lower)} [${look}${clips}, dir=back];`;
    }
    const isInside = this.#tree.isComposite(source) && isWithin(target, source);
    const tail = isInside ? anchor('within', source) : this.#exit(source);
    const clips = this.#clip('ltail', source, target) + this.#clip('lhead', target, source);
    return `${quote(tail)} -> ${quote(this.#entry(target))} [${look}${clips}];`;
  }

  /**
   * Ranks follow the order of the states in the machine, so that it reads from top to bottom: a backward arrow is laid
   * out from head to tail.
   */
  #goesBack({ source, target }: Edge): boolean {
    return this.#tree.isBefore(target, source);
  }

  /** The node that represents a state at the head of an arrow. */
  #entry(state: string): string {
    if (!this.#tree.isComposite(state)) return stateDomId(state);
    const initial = this.#tree.get(state)?.initial ?? null;
    if (initial === null) return anchor('entry', state);
    return this.#isBeside(state) ? this.#entry(initial) : anchor('initial', state);
  }

  /** The node that represents a state at the tail of an arrow. */
  #exit(state: string): string {
    if (!this.#tree.isComposite(state)) return stateDomId(state);
    if (!this.#tree.isParallel(state)) return anchor('exit', state);
    const regions = this.#tree.childrenOf(state);
    return this.#exit(regions[Math.floor(regions.length / 2)]!.id);
  }

  /** Clips an arrow at a state's frame instead of the node inside that represents it. */
  #clip(end: 'lhead' | 'ltail', state: string, other: string): string {
    if (!this.#tree.isComposite(state) || isWithin(other, state)) return '';
    return `, ${end}=${quote(`cluster_${stateDomId(state)}`)}`;
  }
}
