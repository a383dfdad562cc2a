import { type CSSProperties, useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

export type Pane = 'sessions' | 'side';

interface PaneState {
  /** In pixels; null for as wide as the page suggests. */
  width: number | null;
  isHidden: boolean;
}
export type Panes = Readonly<Record<Pane, PaneState>>;

const STORAGE_KEY = 'greenroom.panes';
const shown: PaneState = { width: null, isHidden: false };

/** In pixels. */
export const limits: Readonly<Record<Pane, { min: number; max: number }>> = {
  sessions: { min: 180, max: 520 },
  side: { min: 260, max: 1200 },
};

const listeners = new Listeners();
let panes = stored();

function stored(): Panes {
  try {
    const { sessions, side } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Panes>;
    return { sessions: valid(sessions, 'sessions'), side: valid(side, 'side') };
  } catch {
    return { sessions: shown, side: shown };
  }
}

function valid(state: Partial<PaneState> | undefined, pane: Pane): PaneState {
  const width = typeof state?.width === 'number' ? clamped(pane, state.width) : null;
  return { width, isHidden: state?.isHidden === true };
}

export function clamped(pane: Pane, width: number): number {
  const { min, max } = limits[pane];
  return Math.round(Math.min(max, Math.max(min, width)));
}

/** Kept in the browser. */
export function changePane(pane: Pane, change: Partial<PaneState>): void {
  panes = { ...panes, [pane]: { ...panes[pane], ...change } };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(panes));
  listeners.notify();
}

export function usePanes(): Panes {
  return useSyncExternalStore(
    (listener) => listeners.add(listener),
    () => panes,
  );
}

/** The widths as variables of the style sheet. */
export function paneStyle({ sessions, side }: Panes): CSSProperties {
  const width = ({ width, isHidden }: PaneState) =>
    isHidden ? '0px' : width === null ? undefined : `${width}px`;
  return { '--sessions-width': width(sessions), '--side-width': width(side) } as CSSProperties;
}
