import type { GraphState, MachineGraph } from '../../schema/index.js';
import { type Edge, edgesOf } from '../lines.js';
import { shortNames } from '../short-label.js';
import { isWithin, Tree } from '../tree.js';
import { type Block, emptyBlock, joined, moved, type PlacedState } from './block.js';
import { inColumns, type Stretchable } from './columns.js';
import type { Link } from './link.js';
import { reachEnds } from './reach-ends.js';
import { INITIAL, INSET, NAME_SIZE, PAD, STATE_HEIGHT, TITLE } from './sizes.js';
import { type Element, stacked } from './stack.js';
import { boldWidth } from './text-width.js';

/** The radius of the ring where transitions begin that apply in every state of a frame. */
const RING = 5;
/** Left and right of a state's name; there is room for the mark of an active state. */
const BESIDE_NAME = 14;
const MARGIN = 5;

/** Where a machine is drawn: the most that it may be wide, and how high it is best. */
export interface Shape {
  width: number;
  height: number;
}

/** Lays out a machine for a shape: regions are side by side as far as they fit, and only as far as it saves height. */
export function layoutFor(graph: MachineGraph, shape: Shape): Block {
  const tree = new Tree(graph);
  const columns = Math.max(1, ...[null, ...graph.states].map((each) => tree.regionsOf(each?.id ?? null)));
  const all = Array.from({ length: columns }, (_, nth) => new Layout(graph, tree, nth + 1).whole());
  const scale = ({ width, height }: Block) => Math.min(shape.width / width, shape.height / height);
  const fitting = all.filter(({ width }) => width <= shape.width);
  if (fitting.length === 0) return all.reduce((best, block) => (block.width < best.width ? block : best));
  return fitting.reduce((best, block) => (scale(block) > scale(best) ? block : best));
}

class Layout {
  readonly #graph: MachineGraph;
  readonly #tree: Tree;
  readonly #columns: number;
  readonly #edges: readonly Edge[];

  /** `columns`: in how many columns the regions of a state are set at most. */
  constructor(graph: MachineGraph, tree: Tree, columns: number) {
    this.#graph = graph;
    this.#tree = tree;
    this.#columns = columns;
    this.#edges = edgesOf(graph).filter(({ source, target }) => source !== target);
  }

  whole(): Block {
    const block = this.#inside(null);
    const margins = { width: block.width + 2 * MARGIN, height: block.height + 2 * MARGIN };
    return { ...reachEnds(moved(block, MARGIN, MARGIN)), ...margins };
  }

  /** The states within another one; null is the machine. */
  #inside(parent: GraphState | null): Block {
    const children = this.#tree.childrenOf(parent?.id ?? null);
    if (this.#tree.isParallel(parent?.id ?? null))
      return inColumns(
        children.map((child) => this.#framed(child)),
        this.#columns,
      );
    const links = this.#linksWithin(parent, children);
    const hasRing = links.some(({ from, to }) => from < 0 || to < 0);
    const ring = hasRing ? [this.#ring(parent)] : [];
    const elements = [...ring, ...children.map((child) => this.#element(child))];
    const block = stacked(
      elements,
      links.map((link) => ({ ...link, from: link.from + ring.length, to: link.to + ring.length })),
    );
    const initial = parent === null ? this.#graph.initial : parent.initial;
    return this.#withInitial(block, initial);
  }

  #withInitial(block: Block, initial: string | null): Block {
    const first = block.states.find(({ state, role }) => state.id === initial && role !== 'within');
    if (!first) return block;
    const { box } = first;
    const dot = { x: INITIAL + box.x, y: box.y + Math.min(box.height, STATE_HEIGHT) / 2 };
    const shifted = moved(block, INITIAL, 0);
    return { ...shifted, width: block.width + INITIAL, initials: [...shifted.initials, dot] };
  }

  /** The arrows that are drawn in this stack: their ends are in different elements. The ring is -1. */
  #linksWithin(parent: GraphState | null, children: readonly GraphState[]): Link[] {
    const indexOf = (state: string) => children.findIndex(({ id }) => isWithin(state, id));
    return this.#edges.flatMap((edge) => {
      const [from, to] = [indexOf(edge.source), indexOf(edge.target)];
      const isHere =
        from !== to && this.#isEnd(edge.source, parent, from) && this.#isEnd(edge.target, parent, to);
      return isHere ? [{ from, to, edge, names: shortNames(this.#graph, edge) }] : [];
    });
  }

  /** Whether an end is among the children, or is the frame itself; a transition of a parallel state starts in each region. */
  #isEnd(state: string, parent: GraphState | null, index: number): boolean {
    if (index >= 0) return true;
    const id = parent?.id ?? '';
    if (state === id) return true;
    return this.#tree.isRegion(id) && state === (parent?.parent ?? '');
  }

  #element(state: GraphState): Element {
    if (this.#tree.isComposite(state.id)) return { ...this.#framed(state), shape: 'frame' };
    return { ...this.#leaf(state), shape: 'plain' };
  }

  #leaf(state: GraphState): Stretchable {
    return {
      width: boldWidth(state.key, NAME_SIZE) + 2 * BESIDE_NAME,
      height: STATE_HEIGHT,
      draw: (width, height) => boxed({ state, role: 'leaf', box: { x: 0, y: 0, width, height } }),
    };
  }

  /** A state with others inside, or an empty region. */
  #framed(state: GraphState): Stretchable {
    const inner = this.#inside(state);
    const title = boldWidth(state.key, NAME_SIZE) + 2 * PAD + BESIDE_NAME;
    const width = Math.max(inner.width + 2 * PAD, title);
    const height = inner.height === 0 ? STATE_HEIGHT : inner.height + TITLE + PAD;
    const role = this.#tree.isRegion(state.id) ? 'region' : 'frame';
    return {
      width,
      height,
      draw: (width, height) =>
        joined(width, height, [
          boxed({ state, role, box: { x: 0, y: 0, width, height } }),
          moved(inner, PAD, TITLE),
        ]),
    };
  }

  #ring(parent: GraphState | null): Element {
    const root = { id: '', key: this.#graph.id, parent: null, type: 'compound', initial: null } as const;
    const state = parent ?? { ...root, description: null, tags: [] };
    return {
      width: INSET + RING,
      height: 2 * RING,
      shape: 'ring',
      draw: (_, height) => {
        const box = { x: INSET - RING, y: height - 2 * RING, width: 2 * RING, height: 2 * RING };
        return boxed({ state, role: 'within', box });
      },
    };
  }
}

function boxed(placed: PlacedState): Block {
  const { width, height } = placed.box;
  return { ...emptyBlock, width, height, states: [placed] };
}
