interface Frames {
  requestAnimationFrame?(run: () => void): number;
  cancelAnimationFrame(frame: number): void;
}

/** Runs before the next frame, or soon where there are none. Returns a function that cancels it. */
export function onNextFrame(run: () => void): () => void {
  const frames = globalThis as unknown as Frames;
  if (frames.requestAnimationFrame) {
    const frame = frames.requestAnimationFrame(run);
    return () => frames.cancelAnimationFrame(frame);
  }
  const timer = setTimeout(run, 0);
  return () => clearTimeout(timer);
}
