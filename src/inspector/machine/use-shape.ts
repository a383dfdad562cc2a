import { type RefObject, useLayoutEffect, useState } from 'react';
import { MIN_SCALE, type Size } from './view.js';

/** Small changes of a pane, such as by a scroll bar, lay out nothing anew. */
const STEP = 8;

/** How large a drawing may be in a pane; null before it is known. */
export function useShape(host: RefObject<HTMLElement | null>): Size | null {
  const [shape, setShape] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = host.current!;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      // A hidden pane has no size.
      if (clientWidth === 0) return;
      const width = Math.floor(clientWidth / STEP) * (STEP / MIN_SCALE);
      const height = Math.floor(clientHeight / STEP) * (STEP / MIN_SCALE);
      setShape((now) => (now?.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
  return shape;
}
