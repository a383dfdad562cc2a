import { type Block, joined, moved, type PlacedArrow, type Point } from './block.js';
import { type Bus, busesOf, placeBuses } from './buses.js';
import { type Link, widthOf } from './link.js';
import { ASIDE, GAP, INSET, LANE, LINE, STATE_HEIGHT } from './sizes.js';

/** A state of a stack, or the ring of its frame. */
export interface Element {
  width: number;
  height: number;
  /** Plain states of one stack are equally wide; a ring keeps its size. */
  shape: 'plain' | 'frame' | 'ring';
  draw(width: number, height: number): Block;
}

/** Room above and below the labels between two states. */
const MARGIN = 12;
/** The distance of a label's baseline from the line below it. */
const ABOVE = 4;

/**
 * Sets states one below the other. Arrows between neighbours go straight up or down, with their names between them; all
 * others leave to the right, where those with the same target share a line.
 */
export function stacked(elements: readonly Element[], links: readonly Link[]): Block {
  return new Stack(elements, links).block();
}

class Stack {
  readonly #elements: readonly Element[];
  readonly #straight: Link[][];
  readonly #buses: readonly Bus[];
  readonly #tops: number[] = [];
  readonly #widths: number[];
  readonly #heights: number[];

  constructor(elements: readonly Element[], links: readonly Link[]) {
    this.#elements = elements;
    const isStraight = ({ from, to }: Link) => Math.abs(from - to) === 1;
    this.#straight = elements.map((_, gap) =>
      links.filter((link) => isStraight(link) && Math.min(link.from, link.to) === gap),
    );
    const others = links.filter((link) => !isStraight(link) && link.from !== link.to);
    const common = Math.max(
      0,
      ...elements.filter(({ shape }) => shape === 'plain').map(({ width }) => width),
      ...this.#straight.map(gapWidth),
    );
    this.#widths = elements.map(({ width, shape }) => (shape === 'ring' ? width : Math.max(width, common)));
    this.#buses = placeBuses(busesOf(others, this.#widths));
    this.#heights = elements.map(({ height }, nth) => {
      const rows = this.#rowsOf(nth).height;
      return rows === 0 ? height : Math.max(height, rows + ABOVE * 2);
    });
    let y = 0;
    for (const [nth, height] of this.#heights.entries()) {
      this.#tops.push(y);
      y += height + (nth < elements.length - 1 ? this.#gapHeight(nth) : 0);
    }
  }

  block(): Block {
    const parts = this.#elements.map((element, nth) =>
      moved(element.draw(this.#widths[nth]!, this.#heights[nth]!), 0, this.#tops[nth]!),
    );
    const arrows = [
      ...this.#straight.flatMap((links, gap) => this.#straightArrows(links, gap)),
      ...this.#buses.flatMap((bus) => bus.links.map((link) => this.#busArrow(bus, link))),
    ];
    const width = Math.max(0, ...this.#widths, ...this.#buses.map(({ x, labelWidth }) => x + labelWidth + 1));
    const last = this.#elements.length - 1;
    const height = last < 0 ? 0 : this.#tops[last]! + this.#heights[last]!;
    return joined(width, height, [...parts, { width, height, states: [], arrows, initials: [] }]);
  }

  #gapHeight(gap: number): number {
    const lines = this.#straight[gap]!.reduce((sum, { names }) => sum + names.length, 0);
    const beside = this.#buses
      .filter(({ lo, hi, sourceSide }) =>
        sourceSide === 'below' ? lo === gap : sourceSide === 'above' && hi === gap + 1,
      )
      .map(({ links }) => links[0]!.names.length);
    const most = Math.max(lines, ...beside);
    return most === 0 ? GAP : most * LINE + MARGIN;
  }

  #straightArrows(links: readonly Link[], gap: number): PlacedArrow[] {
    const top = this.#tops[gap]! + this.#heights[gap]!;
    const bottom = this.#tops[gap + 1]!;
    const right = Math.min(this.#widths[gap]!, this.#widths[gap + 1]!);
    const count = { down: 0, up: 0 };
    let line = top + MARGIN / 2 + LINE - ABOVE;
    return links.map(({ from, to, edge, names }) => {
      const isDown = from < to;
      const x = isDown ? INSET + LANE * count.down++ : right - INSET - LANE * count.up++;
      const way = [
        { x, y: top },
        { x, y: bottom },
      ];
      const label = { x: isDown ? x + ASIDE : x - ASIDE, y: line } as Point;
      line += names.length * LINE;
      return {
        edge,
        names,
        way: isDown ? way : way.reverse(),
        label: { ...label, anchor: isDown ? 'start' : 'end' },
      };
    });
  }

  /** The rows at the right side of an element: where lines arrive, then where they leave, one for each. */
  #rowsOf(nth: number): { arrives: number; leaves: Map<Link, number>; height: number } {
    const arrives = this.#buses.some(({ target, targetSide }) => target === nth && targetSide === 'right');
    const leaves = new Map<Link, number>();
    let height = arrives ? LINE : 0;
    for (const { links, sourceSide } of this.#buses) {
      for (const link of links) {
        if (link.from !== nth || sourceSide !== 'right') continue;
        height += link.names.length * LINE;
        leaves.set(link, height);
      }
    }
    return { arrives: LINE / 2, leaves, height };
  }

  #busArrow({ x, target, sourceSide, targetSide }: Bus, link: Link): PlacedArrow {
    const { edge, names, from } = link;
    const isDown = from < target;
    const end = { x: this.#widths[target]!, y: this.#rowStart(target) + this.#rowsOf(target).arrives };
    const arrival: Point[] =
      targetSide === 'right'
        ? [{ x, y: end.y }, end]
        : [{ x, y: isDown ? this.#tops[target]! : this.#tops[target]! + this.#heights[target]! }];
    if (sourceSide === 'right') {
      const right = this.#widths[from]!;
      const y = this.#rowStart(from) + this.#rowsOf(from).leaves.get(link)!;
      const label = { x: right + ASIDE, y: y - ABOVE - (names.length - 1) * LINE, anchor: 'start' } as const;
      return { edge, names, label, way: [{ x: right, y }, { x, y }, ...arrival] };
    }
    const bottom = this.#tops[from]! + this.#heights[from]!;
    const start = isDown ? bottom : this.#tops[from]!;
    const first = isDown ? start + MARGIN / 2 : start - MARGIN / 2 - names.length * LINE;
    const label = { x: x + ASIDE, y: first + LINE - ABOVE, anchor: 'start' } as const;
    return { edge, names, label, way: [{ x, y: start }, ...arrival] };
  }

  /** Rows are in the middle of a plain state, and below the title of a frame. */
  #rowStart(nth: number): number {
    const { height } = this.#rowsOf(nth);
    const top = this.#tops[nth]!;
    if (this.#elements[nth]!.shape === 'frame' && this.#heights[nth]! > 2 * STATE_HEIGHT) return top + ABOVE;
    return top + Math.max(0, (this.#heights[nth]! - height) / 2);
  }
}

/** How wide two neighbours have to be for the arrows between them. */
function gapWidth(links: readonly Link[]): number {
  if (links.length === 0) return 0;
  const down = links.filter(({ from, to }) => from < to).length;
  const up = links.length - down;
  const names = Math.max(...links.map((link) => widthOf(link.names)));
  const arrows = (down > 0 ? INSET + (down - 1) * LANE : 0) + (up > 0 ? INSET + (up - 1) * LANE : 0);
  return arrows + names + 2 * ASIDE;
}
