import { isWithin } from '../tree.js';
import type { Block, Box, PlacedArrow, Point } from './block.js';

/** Prolongs arrows that end at a frame to the state inside that they belong to, if nothing is in between. */
export function reachEnds(block: Block): Block {
  const boxes = new Map<string, Box>();
  const solid: Box[] = [];
  for (const { state, box, role } of block.states) {
    if (role !== 'within') boxes.set(state.id, box);
    if (role === 'leaf' || role === 'within') solid.push(box);
  }
  const reach = (end: Point, next: Point, state: string): Point => {
    const box = boxes.get(state);
    if (!box || end.x !== next.x || end.x < box.x || end.x > box.x + box.width) return end;
    const y = end.y < next.y ? box.y + box.height : box.y;
    const [low, high] = [Math.min(y, end.y), Math.max(y, end.y)];
    const isClear = solid.every(
      (other) =>
        other === box ||
        end.x < other.x ||
        end.x > other.x + other.width ||
        other.y + other.height <= low ||
        other.y >= high,
    );
    return isClear ? { x: end.x, y } : end;
  };
  const reached = (arrow: PlacedArrow): PlacedArrow => {
    const { way, edge } = arrow;
    const { source, target } = edge;
    // An arrow between a frame and its content ends at the frame's ring.
    if (isWithin(target, source) || isWithin(source, target)) return arrow;
    const first = reach(way[0]!, way[1]!, source);
    const last = reach(way.at(-1)!, way.at(-2)!, target);
    return { ...arrow, way: [first, ...way.slice(1, -1), last] };
  };
  return { ...block, arrows: block.arrows.map(reached) };
}
