/** A part of a drawing, in pixels of the drawing. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** What is seen of a drawing: its point at the upper left corner, and how much it is enlarged. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** The smallest text of a drawing has 12 pixels, and is not to be shown at less than 11. */
export const MIN_SCALE = 11 / 12;
const MAX_SCALE = 4;
/** A small drawing is not enlarged to fill its pane. */
const MAX_FIT = 1.15;
/** Room around what is brought into view. */
const AROUND = 12;

/** As much of the drawing as is legible. */
export function fitted(drawing: Size, host: Size): View {
  const scale = Math.min(host.width / drawing.width, host.height / drawing.height);
  return within({ x: 0, y: 0, scale: clamp(scale, MIN_SCALE, MAX_FIT) }, drawing, host);
}

/** Zooms by a factor, within limits; a point of the drawing stays where it is. */
export function zoomed(
  view: View,
  drawing: Size,
  host: Size,
  factor: number,
  around: { x: number; y: number },
) {
  const scale = clamp(view.scale * factor, MIN_SCALE, MAX_SCALE);
  const by = view.scale / scale;
  const [x, y] = [around.x - (around.x - view.x) * by, around.y - (around.y - view.y) * by];
  return within({ x, y, scale }, drawing, host);
}

/** Moves the view by pixels of the drawing. */
export function panned(view: View, drawing: Size, host: Size, dx: number, dy: number): View {
  return within({ ...view, x: view.x + dx, y: view.y + dy }, drawing, host);
}

/** Brings as many of the boxes into view as fit together, the first ones first, and moves no further than it has to. */
export function showing(view: View, drawing: Size, host: Size, boxes: readonly Box[]): View {
  const seen = { width: host.width / view.scale, height: host.height / view.scale };
  const [first, ...others] = boxes;
  if (!first) return view;
  let wanted = first;
  for (const box of others) {
    const both = union(wanted, box);
    if (both.width <= seen.width && both.height <= seen.height) wanted = both;
  }
  return within(
    {
      ...view,
      x: nearest(view.x, seen.width, wanted.x - AROUND, wanted.width + 2 * AROUND),
      y: nearest(view.y, seen.height, wanted.y - AROUND, wanted.height + 2 * AROUND),
    },
    drawing,
    host,
  );
}

/** Interpolates between two views. */
export function between(from: View, to: View, part: number): View {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
}

function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Where a window has to begin to show a stretch, as near as possible to where it begins now. */
function nearest(begin: number, size: number, from: number, length: number): number {
  if (length >= size) return from;
  return clamp(begin, from + length - size, from);
}

/** A drawing that is smaller than its pane is in its middle; a larger one leaves no room beside it. */
function within(view: View, drawing: Size, host: Size): View {
  const place = (at: number, whole: number, pane: number) => {
    const seen = pane / view.scale;
    return seen >= whole ? (whole - seen) / 2 : clamp(at, 0, whole - seen);
  };
  return {
    ...view,
    x: place(view.x, drawing.width, host.width),
    y: place(view.y, drawing.height, host.height),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
