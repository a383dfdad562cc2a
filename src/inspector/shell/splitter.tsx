import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { changePane, clamped, limits, type Pane } from './panes.js';
import styles from './shell.module.css';

const STEP = 24;
const labels: Record<Pane, string> = {
  sessions: 'Width of the session list',
  side: 'Width of the details',
};

/** The border of a pane. It is dragged, or moved with the arrow keys; a double click or Enter restores the width. */
export function Splitter({ pane }: { pane: Pane }) {
  const handle = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState(limits[pane].min);
  const { min, max } = limits[pane];
  /** The pane grows to the right, or to the left. */
  const sign = pane === 'sessions' ? 1 : -1;
  const actual = () => handle.current!.parentElement!.getBoundingClientRect();

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setNow(Math.round(entry!.contentRect.width)));
    observer.observe(handle.current!.parentElement!);
    return () => observer.disconnect();
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, right } = actual();
    const wanted = pane === 'sessions' ? event.clientX - left : right - event.clientX;
    changePane(pane, { width: clamped(pane, wanted) });
  };
  const reset = () => changePane(pane, { width: null });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by !== undefined) changePane(pane, { width: clamped(pane, actual().width + sign * by) });
    else if (event.key === 'Home') changePane(pane, { width: min });
    else if (event.key === 'End') changePane(pane, { width: max });
    else if (event.key === 'Enter') reset();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      ref={handle}
      className={styles.splitter}
      data-pane={pane}
      role="separator"
      aria-orientation="vertical"
      aria-label={labels[pane]}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      aria-valuetext={`${now} pixels`}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  );
}
