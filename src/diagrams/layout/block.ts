import type { GraphState } from '../../schema/index.js';
import type { Edge } from '../lines.js';
import type { ShortName } from '../short-label.js';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface PlacedState {
  state: GraphState;
  box: Box;
  /** `within`: the ring where transitions begin that apply in every state of its frame. */
  role: 'leaf' | 'frame' | 'region' | 'within';
}

/** An arrow's way, from its source to its target, and its names, one a line. */
export interface PlacedArrow {
  edge: Edge;
  way: Point[];
  names: ShortName[];
  /** The baseline of the first line, and which end of the lines is there. */
  label: Point & { anchor: 'start' | 'end' };
}

/** A part of a drawing, placed relative to its own corner. */
export interface Block {
  width: number;
  height: number;
  states: PlacedState[];
  arrows: PlacedArrow[];
  /** The dots before initial states. */
  initials: Point[];
}

/** Moves a block's content. */
export function moved({ states, arrows, initials, ...size }: Block, dx: number, dy: number): Block {
  const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + dx, y: point.y + dy });
  return {
    ...size,
    states: states.map((each) => ({ ...each, box: move(each.box) })),
    arrows: arrows.map((each) => ({ ...each, way: each.way.map(move), label: move(each.label) })),
    initials: initials.map(move),
  };
}

/** A block of several, which keep their places. */
export function joined(width: number, height: number, parts: readonly Block[]): Block {
  return {
    width,
    height,
    states: parts.flatMap(({ states }) => states),
    arrows: parts.flatMap(({ arrows }) => arrows),
    initials: parts.flatMap(({ initials }) => initials),
  };
}

export const emptyBlock: Block = { width: 0, height: 0, states: [], arrows: [], initials: [] };
