import type { GraphState, MachineGraph, StateValue } from '../schema/index.js';
import { activeLeaves } from './active.js';
import { slug } from './dom-id.js';
import { type Edge, edgesOf, internalsOf, type Line, textOf, triggerOf } from './lines.js';
import { light } from './theme.js';
import { isWithin, Tree } from './tree.js';

/** A machine as a Mermaid `stateDiagram-v2`, for Markdown documents. */
export function mermaidOf(graph: MachineGraph): string {
  return new Mermaid(graph).text();
}

/** Highlights the innermost active states. */
export function markMermaid(mermaid: string, value: StateValue): string {
  const active = activeLeaves(value).map(name);
  if (active.length === 0) return mermaid;
  const { accent, onAccent } = light;
  return `${mermaid}  classDef active fill:${accent},color:${onAccent},stroke:${accent}\n  class ${active.join(',')} active\n`;
}

class Mermaid {
  readonly #graph: MachineGraph;
  readonly #tree: Tree;
  readonly #edges: readonly Edge[];

  constructor(graph: MachineGraph) {
    this.#graph = graph;
    this.#tree = new Tree(graph);
    this.#edges = edgesOf(graph);
  }

  text(): string {
    const { id, initial } = this.#graph;
    const own = internalsOf(this.#graph, '');
    const hasOwn = this.#graph.transitions.some(({ source }) => source === '');
    const lines = [
      ...(hasOwn ? stateLines('', id, own.map(textOf)) : []),
      ...(this.#tree.isParallel(null)
        ? this.#wholeMachine()
        : this.#inside(initial, this.#tree.childrenOf(null))),
      ...this.#notes(),
      ...this.#edges.map((edge) => this.#edge(edge)),
    ];
    return `stateDiagram-v2\n${indented(lines).join('\n')}\n`;
  }

  /** Mermaid has regions inside of states only. */
  #wholeMachine(): string[] {
    const regions = this.#regions(this.#tree.childrenOf(null));
    return [`state "${escapeText(this.#graph.id)}" as ${name('')} {`, ...regions, '}'];
  }

  #regions(states: readonly GraphState[]): string[] {
    return states.flatMap((state, nth) => [...(nth === 0 ? [] : ['  --']), ...indented(this.#state(state))]);
  }

  #inside(initial: string | null, states: readonly GraphState[]): string[] {
    const first = initial === null ? [] : [`[*] --> ${name(initial)}`];
    return [...first, ...states.flatMap((state) => this.#state(state))];
  }

  #state(state: GraphState): string[] {
    const children = this.#tree.childrenOf(state.id);
    if (children.length === 0) {
      const lines = internalsOf(this.#graph, state.id).map(textOf);
      return stateLines(state.id, state.key, state.description ? [state.description, ...lines] : lines);
    }
    const inside =
      state.type === 'parallel' ? this.#regions(children) : indented(this.#inside(state.initial, children));
    return [
      `state "${escapeText(state.key)}" as ${name(state.id)} {`,
      ...inside,
      ...this.#ring(state.id),
      '}',
    ];
  }

  /** Mermaid cannot draw an arrow from a state to its own child: it starts at a choice node inside instead. */
  #ring(state: string): string[] {
    return this.#edges.some((edge) => edge.source === state && isWithin(edge.target, state))
      ? [`  state ${ring(state)} <<choice>>`]
      : [];
  }

  /** Composite states show only their name, so the rest goes into a note. */
  #notes(): string[] {
    return this.#graph.states.flatMap(({ id, description }) => {
      if (!this.#tree.isComposite(id)) return [];
      const lines = internalsOf(this.#graph, id).map(textOf);
      if (description) lines.unshift(description);
      return lines.length === 0
        ? []
        : [`note right of ${name(id)}`, ...indented(lines.map(escapeText)), 'end note'];
    });
  }

  #edge({ source, target, lines }: Edge): string {
    const isInside = this.#tree.isComposite(source) && isWithin(target, source);
    return `${isInside ? ring(source) : name(source)} --> ${name(target)} : ${lines.map(label).join('<br>')}`;
  }
}

/** A state with its title and further lines. */
function stateLines(state: string, title: string, lines: readonly string[]): string[] {
  return [
    `state "${escapeText(title)}" as ${name(state)}`,
    ...lines.map((line) => `${name(state)} : ${escapeText(line)}`),
  ];
}

function label(line: Line): string {
  return escapeText(triggerOf(line));
}

const reserved = new Set(
  'as choice class classDef click default direction end fork hide history href join note scale state style'.split(
    ' ',
  ),
);

/** A state's Mermaid identifier, derived from its path. */
function name(state: string): string {
  const plain = slug(state || 'machine').replaceAll('-', '_');
  return reserved.has(plain) ? `${plain}_` : plain;
}

function ring(state: string): string {
  return `within_${name(state)}`;
}

/** Encodes all characters that are special to Mermaid or HTML. */
function escapeText(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,*/[\]()_'’-]|--/gu, (character) =>
    [...character].map((one) => `#${one.codePointAt(0)};`).join(''),
  );
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
