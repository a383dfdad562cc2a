import { useEffect, useState } from 'react';
import type { Scrub } from './use-scrub.js';

/** Events per second. */
export const speeds = [2, 10, 50, 500] as const;

/** Plays the events from the selected one to now. */
export function usePlay({ at, total, go }: Scrub) {
  const [isOn, setOn] = useState(false);
  const [speed, setSpeed] = useState<number>(10);
  const isPlaying = isOn && at !== null;

  useEffect(() => {
    if (!isPlaying) return;
    let begin: number | null = null;
    let frame = requestAnimationFrame(function tick(now) {
      begin ??= now;
      const by = Math.floor(((now - begin) * speed) / 1000);
      if (by === 0) frame = requestAnimationFrame(tick);
      else go(at + by >= total ? null : at + by);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, at, total, speed, go]);

  const toggle = () => {
    setOn(!isPlaying);
    if (at === null) go(1);
  };
  return { isPlaying, toggle, speed, setSpeed };
}
