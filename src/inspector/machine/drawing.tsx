import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { Canvas } from './canvas.js';
import styles from './drawing.module.css';
import { lightUp, parseDrawing, pulse } from './svg-dom.js';
import type { View } from './views.js';

export interface DrawingProps {
  svg: string;
  label: string;
  view: View;
  /** Another one: the last transition was taken anew. */
  step: number;
}

/** A machine's drawing. It is put into the page once; what happens only changes class names. */
export function Drawing({ svg, label, view, step }: DrawingProps) {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has to be lit too
  useLayoutEffect(() => lightUp(drawn.current!, view), [svg, view]);
  const lit = JSON.stringify(view.last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a transition may be taken again
  useEffect(() => pulse(drawn.current!), [svg, lit, step]);

  return (
    <section
      ref={host}
      className={styles.canvas}
      aria-label={`${label}. Plus and minus zoom, arrows move, 0 shows all`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keyboard too
      tabIndex={0}
    >
      <div className={styles.zoom}>
        <IconButton label="Zoom in" onClick={() => canvas?.zoomIn()}>
          +
        </IconButton>
        <IconButton label="Zoom out" onClick={() => canvas?.zoomOut()}>
          −
        </IconButton>
        <IconButton label="Show all" onClick={() => canvas?.fit()}>
          ⤢
        </IconButton>
      </div>
    </section>
  );
}
