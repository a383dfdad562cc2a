/** A part of a drawing, in the drawing's own units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MAX_ZOOM = 12;
const MIN_ZOOM = 0.5;

/** Zooms by a factor around a fixed point, within limits. */
export function zoomed(box: Box, whole: Box, factor: number, around: { x: number; y: number }): Box {
  const width = clamp(box.width / factor, whole.width / MAX_ZOOM, whole.width / MIN_ZOOM);
  const by = width / box.width;
  return within(
    {
      x: around.x - (around.x - box.x) * by,
      y: around.y - (around.y - box.y) * by,
      width,
      height: box.height * by,
    },
    whole,
  );
}

/** Moves the visible part. Its centre stays on the drawing. */
export function panned(box: Box, whole: Box, dx: number, dy: number): Box {
  return within({ ...box, x: box.x + dx, y: box.y + dy }, whole);
}

/** Interpolates between two boxes. */
export function between(from: Box, to: Box, part: number): Box {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}

function within(box: Box, whole: Box): Box {
  return {
    ...box,
    x: clamp(box.x + box.width / 2, whole.x, whole.x + whole.width) - box.width / 2,
    y: clamp(box.y + box.height / 2, whole.y, whole.y + whole.height) - box.height / 2,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
