import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { Canvas } from './canvas.js';
import styles from './drawing.module.css';
import type { Highlight } from './highlights.js';
import { applyHighlight, parseDrawing, pulse } from './svg-dom.js';

export interface DrawingProps {
  svg: string;
  label: string;
  highlight: Highlight;
  /** Changes whenever a transition is taken, even if it is the same one. */
  step: number;
}

/** A machine's drawing. It is inserted once; updates only change class names. */
export function Drawing({ svg, label, highlight, step }: DrawingProps) {
  const host = useRef<HTMLElement>(null);
  const [canvas, setCanvas] = useState<Canvas | null>(null);
  const drawn = useRef<SVGSVGElement | null>(null);

  useLayoutEffect(() => {
    const { element, whole } = parseDrawing(svg);
    host.current!.prepend(element);
    drawn.current = element;
    const opened = new Canvas(host.current!, element, whole);
    setCanvas(opened);
    return () => {
      opened.close();
      element.remove();
    };
  }, [svg]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing needs its highlights too
  useLayoutEffect(() => applyHighlight(drawn.current!, highlight), [svg, highlight]);
  const lastTransition = JSON.stringify(highlight.last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same transition may be taken again
  useEffect(() => pulse(drawn.current!), [svg, lastTransition, step]);

  return (
    <section
      ref={host}
      className={styles.canvas}
      aria-label={`${label}. Plus and minus to zoom, arrows to pan, 0 to fit`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it supports keyboard navigation
      tabIndex={0}
    >
      <div className={styles.zoom}>
        <IconButton label="Zoom in" onClick={() => canvas?.zoomIn()}>
          +
        </IconButton>
        <IconButton label="Zoom out" onClick={() => canvas?.zoomOut()}>
          −
        </IconButton>
        <IconButton label="Zoom to fit" onClick={() => canvas?.fit()}>
          ⤢
        </IconButton>
      </div>
    </section>
  );
}
