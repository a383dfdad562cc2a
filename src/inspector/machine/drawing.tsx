import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MachineGraph } from '../../client/index.js';
import { renderSvg, stateDomId } from '../../diagrams/browser.js';
import { IconButton } from '../ui/button.js';
import { Canvas } from './canvas.js';
import styles from './drawing.module.css';
import type { Highlight } from './highlights.js';
import { activeBoxes, applyHighlight, applySelection, PARTS, parseDrawing, pulse } from './svg-dom.js';
import { useShape } from './use-shape.js';

export interface DrawingProps {
  graph: MachineGraph;
  label: string;
  highlight: Highlight;
  /** Changes whenever a transition is taken, even if it is the same one. */
  step: number;
  /** The id of the state or arrow whose details are shown. */
  selected: string | null;
  onSelect(id: string): void;
  /** Further tools. */
  children: ReactNode;
}

/** A machine's drawing, laid out for its pane. It is inserted once; updates only change class names. */
export function Drawing({ graph, label, highlight, step, selected, onSelect, children }: DrawingProps) {
  const host = useRef<HTMLElement>(null);
  const shape = useShape(host);
  const svg = useMemo(() => shape && renderSvg(graph, shape), [graph, shape]);
  const [canvas, setCanvas] = useState<Canvas | null>(null);
  const [isFollowing, setFollowing] = useState(true);
  const drawn = useRef<SVGSVGElement | null>(null);
  const seen = useRef<Canvas | null>(null);

  useLayoutEffect(() => {
    if (svg === null) return;
    const { element, size } = parseDrawing(svg);
    host.current!.prepend(element);
    drawn.current = element;
    const opened = new Canvas(host.current!, element, size, setFollowing);
    setCanvas(opened);
    setFollowing(true);
    return () => {
      opened.close();
      element.remove();
      drawn.current = null;
    };
  }, [svg]);

  const lastTransition = JSON.stringify(highlight.last);
  useLayoutEffect(() => {
    if (!canvas || !drawn.current) return;
    applyHighlight(drawn.current, highlight);
    const target = highlight.last?.target ?? null;
    const boxes = activeBoxes(drawn.current, target && stateDomId(target));
    canvas.follow(boxes, seen.current === canvas ? 'glide' : 'jump');
    seen.current = canvas;
  }, [canvas, highlight]);
  useLayoutEffect(() => {
    if (canvas && drawn.current) applySelection(drawn.current, selected);
  }, [canvas, selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same transition may be taken again
  useEffect(() => {
    if (drawn.current) pulse(drawn.current);
  }, [svg, lastTransition, step]);

  const onClick = ({ target }: MouseEvent) => {
    const part = (target as Element).closest<SVGGElement>(PARTS);
    if (part) onSelect(part.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const part = (event.target as Element).closest<SVGGElement>(PARTS);
    if (!part || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = directions[event.key];
    if (by !== undefined) focusNext(part, by, canvas);
    else if (event.key === 'Enter' || event.key === ' ') onSelect(part.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <section
        ref={host}
        className={styles.canvas}
        aria-label={`${label}. Tab and arrows to go through states and arrows, Enter for details, plus and minus to zoom, 0 to fit`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it supports keyboard navigation
        tabIndex={0}
        onClick={onClick}
        onKeyDown={onKeyDown}
      />
      <div className={styles.tools}>
        {children}
        <span className={styles.zoom}>
          <IconButton label="Zoom in" onClick={() => canvas?.zoomIn()}>
            +
          </IconButton>
          <IconButton label="Zoom out" onClick={() => canvas?.zoomOut()}>
            −
          </IconButton>
          <IconButton
            label="Fit, and follow what is active"
            aria-pressed={isFollowing}
            onClick={() => canvas?.fit()}
          >
            ⤢
          </IconButton>
        </span>
      </div>
    </>
  );
}

const directions: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Only the part that was focused last is in the order of Tab. */
function focusNext(part: SVGGElement, by: 1 | -1, canvas: Canvas | null): void {
  const all = [...part.ownerSVGElement!.querySelectorAll<SVGGElement>(PARTS)];
  const next = all[(all.indexOf(part) + by + all.length) % all.length]!;
  for (const each of all) each.setAttribute('tabindex', each === next ? '0' : '-1');
  next.focus({ preventScroll: true });
  canvas?.reveal(next.getBBox());
}
