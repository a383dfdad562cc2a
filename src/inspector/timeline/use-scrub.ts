import { type KeyboardEvent, useCallback } from 'react';
import { useSession, useSessionValue } from '../session/use-session.js';
import { navigate, useRoute } from '../shell/route.js';
import { stepFrom, turnFrom } from './steps.js';

export interface Scrub {
  /** The selected event; null for now. */
  at: number | null;
  total: number;
  go(to: number | null): void;
  step(by: number): void;
  stepTurn(by: 1 | -1): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Navigates through a session's events. */
export function useScrub(): Scrub {
  const store = useSession();
  const { at, view } = useRoute();
  const total = useSessionValue(({ lastSequence }) => lastSequence);
  const { sessionId } = store;
  const go = useCallback(
    (to: number | null) => navigate({ sessionId, view, at: to }, 'deferred'),
    [sessionId, view],
  );
  const from = Math.min(at ?? total, total);
  const step = (by: number) => go(stepFrom(total, from, by));
  const stepTurn = (by: 1 | -1) => {
    const events = store.pages.around(from);
    const starts = events.flatMap(({ type, sequence }) => (type === 'turn.started' ? [sequence] : []));
    const span = { first: events[0]?.sequence ?? 1, last: events.at(-1)?.sequence ?? total, total };
    go(turnFrom(starts, span, from, by));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.isDefaultPrevented() ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target)
    )
      return;
    const by = directions[event.key];
    if (by) {
      if (event.shiftKey) stepTurn(by);
      else step(by);
    } else if (event.key === 'Home') go(1);
    else if (event.key === 'End') go(null);
    else return;
    event.preventDefault();
  };
  return { at, total, go, step, stepTurn, onKeyDown };
}

const directions: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1, J: 1, K: -1 };

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select');
}
