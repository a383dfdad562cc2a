import { type Link, widthOf } from './link.js';
import { ASIDE, LANE } from './sizes.js';

/** Lines with one target, which share their way beside the states. */
export interface Bus {
  target: number;
  links: Link[];
  /** The first and the last element that it goes along. */
  lo: number;
  hi: number;
  /** A frame that is wider than everything beside it is left, or entered, by its lower or upper edge. */
  sourceSide: 'right' | 'below' | 'above';
  targetSide: 'right' | 'edge';
  /** The least distance from the left that clears all states and labels. */
  clear: number;
  x: number;
  /** The width of its names, if they are to its right. */
  labelWidth: number;
}

/** By how much a frame has to be wider than its neighbours. */
const WIDER = 24;

export function busesOf(links: readonly Link[], widths: readonly number[]): Bus[] {
  const byTarget = new Map<number, Link[]>();
  for (const link of links) byTarget.set(link.to, [...(byTarget.get(link.to) ?? []), link]);
  const buses = [...byTarget].map(([target, all]) => busOf(target, all, widths));
  // A state's labels are beside it, and no line may go through them.
  const rights = [...widths];
  for (const { links: own, sourceSide } of buses) {
    if (sourceSide !== 'right') continue;
    for (const { from, names } of own)
      rights[from] = Math.max(rights[from]!, widths[from]! + ASIDE + widthOf(names));
  }
  return buses.map((bus) => ({ ...bus, clear: LANE + clearOf(bus, rights) }));
}

function busOf(target: number, links: Link[], widths: readonly number[]): Bus {
  const ends = [target, ...links.map(({ from }) => from)];
  const lo = Math.min(...ends);
  const hi = Math.max(...ends);
  const widest = (except: number) =>
    Math.max(...widths.map((width, nth) => (nth < lo || nth > hi || nth === except ? 0 : width)));
  const isWide = (nth: number) => widths[nth]! >= widest(nth) + WIDER && (nth === lo || nth === hi);
  const [first] = links;
  const leavesByEdge = links.length === 1 && isWide(first!.from);
  const sourceSide = !leavesByEdge ? 'right' : first!.from < target ? 'below' : 'above';
  const targetSide = isWide(target) ? 'edge' : 'right';
  const labelWidth = leavesByEdge ? ASIDE + widthOf(first!.names) : 0;
  return { target, links, lo, hi, sourceSide, targetSide, clear: 0, x: 0, labelWidth };
}

function clearOf({ target, links, lo, hi, sourceSide, targetSide }: Bus, rights: readonly number[]): number {
  const isSkipped = (nth: number) =>
    (sourceSide !== 'right' && nth === links[0]!.from) || (targetSide === 'edge' && nth === target);
  return Math.max(...rights.map((right, nth) => (nth < lo || nth > hi || isSkipped(nth) ? 0 : right)));
}

/** Gives each bus the leftmost place that no bus beside it has. First come those that have to stay below a frame. */
export function placeBuses(buses: Bus[]): Bus[] {
  const placed: Bus[] = [];
  const span = ({ lo, hi, sourceSide, targetSide }: Bus) =>
    sourceSide === 'right' && targetSide === 'right' ? hi - lo : 0;
  for (const bus of buses.toSorted((a, b) => span(a) - span(b) || a.target - b.target)) {
    bus.x = bus.clear;
    for (;;) {
      const other = placed.find((each) => isBeside(each, bus) && isTooNear(each, bus));
      if (!other) break;
      bus.x = other.x + other.labelWidth + LANE;
    }
    placed.push(bus);
  }
  return placed;
}

const isBeside = (a: Bus, b: Bus) => a.lo <= b.hi && b.lo <= a.hi;

const isTooNear = (a: Bus, b: Bus) => b.x < a.x + a.labelWidth + LANE && a.x < b.x + b.labelWidth + LANE;
