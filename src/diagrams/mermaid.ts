import type { GraphState, MachineGraph, StateValue } from '../schema/index.js';
import { activeLeaves } from './active.js';
import { slug } from './dom-id.js';
import { type Edge, edgesOf, internalsOf, type Line, textOf, triggerOf } from './lines.js';
import { light } from './theme.js';
import { isWithin, Tree } from './tree.js';

/** A machine as Mermaid's `stateDiagram-v2`, for READMEs and whoever reads Markdown. */
export function mermaidOf(graph: MachineGraph): string {
  return new Mermaid(graph).text();
}

/** The same with the innermost active states in colour. */
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
      ...(hasOwn ? described('', id, own.map(textOf)) : []),
      ...this.#inside(initial, this.#tree.childrenOf(null)),
      ...this.#notes(),
      ...this.#edges.map((edge) => this.#edge(edge)),
    ];
    return `stateDiagram-v2\n${indented(lines).join('\n')}\n`;
  }

  #inside(initial: string | null, states: readonly GraphState[]): string[] {
    const first = initial === null ? [] : [`[*] --> ${name(initial)}`];
    return [...first, ...states.flatMap((state) => this.#state(state))];
  }

  #state(state: GraphState): string[] {
    const children = this.#tree.childrenOf(state.id);
    if (children.length === 0) {
      const lines = internalsOf(this.#graph, state.id).map(textOf);
      return described(state.id, state.key, state.description ? [state.description, ...lines] : lines);
    }
    const regions = children.map((child) => indented(this.#state(child)));
    const inside =
      state.type === 'parallel'
        ? regions.flatMap((region, nth) => (nth === 0 ? region : ['  --', ...region]))
        : indented(this.#inside(state.initial, children));
    return [
      `state "${escapeText(state.key)}" as ${name(state.id)} {`,
      ...inside,
      ...this.#ring(state.id),
      '}',
    ];
  }

  /** Mermaid draws no arrow from a state into itself: it starts at a choice that stands for all that is inside. */
  #ring(state: string): string[] {
    return this.#edges.some((edge) => edge.source === state && isWithin(edge.target, state))
      ? [`  state ${ring(state)} <<choice>>`]
      : [];
  }

  /** A state that holds others shows nothing but its name, so the rest is told in a note. */
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

/** The first line is shown as the title. */
function described(state: string, title: string, lines: readonly string[]): string[] {
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

/** The name of a state in Mermaid's text: its path, in characters that an identifier may have. */
function name(state: string): string {
  const plain = slug(state || 'machine').replaceAll('-', '_');
  return reserved.has(plain) ? `${plain}_` : plain;
}

function ring(state: string): string {
  return `within_${name(state)}`;
}

/** Whatever could mean something to Mermaid or to HTML is written as a character code. */
function escapeText(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,*/[\]()_'’-]|--/gu, (character) =>
    [...character].map((one) => `#${one.codePointAt(0)};`).join(''),
  );
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
