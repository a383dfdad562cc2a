import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { TranscriptView } from '../../session/use-session.js';

/** Older rows are loaded when the reader is this close to the first one, in pixels. */
const NEAR_START = 800;
const FEW = 500;
/** How many events are loaded at once on the way to the beginning, or to an item. */
const MANY = 5000;
/** An item that is not found in so many loads is not looked for any longer. */
const MAX_LOADS = 40;

/**
 * Loads older rows: when the reader comes near the first one, on the way to the beginning, and until an item is there.
 * `total` is the height of the rows.
 */
export function useOlder(
  box: RefObject<HTMLElement | null>,
  view: TranscriptView,
  { total, missing }: { total: number; missing: string | null },
) {
  const { transcript, loadOlder } = view;
  const isOnWayToStart = useRef(false);
  const loading = useRef<Promise<void> | null>(null);

  const loadNearby = useCallback(() => {
    const load = async () => {
      // A page may have nothing but deltas of one item, and add no row.
      let count = FEW;
      while (transcript.firstSequence > 1 && box.current && box.current.scrollTop < NEAR_START) {
        await loadOlder(isOnWayToStart.current ? MANY : count);
        count = Math.min(MANY, 2 * count);
        await nextFrame();
      }
    };
    loading.current ??= load()
      // The next scroll tries again.
      .catch(() => {})
      .finally(() => {
        loading.current = null;
      });
    return loading.current;
  }, [box, transcript, loadOlder]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the height changes
  useLayoutEffect(() => {
    if (isOnWayToStart.current && box.current) box.current.scrollTop = 0;
  }, [total, box]);
  useEffect(() => void loadNearby(), [loadNearby]);

  useEffect(() => {
    if (missing === null) return;
    let isStale = false;
    void (async () => {
      for (let loads = 0; loads < MAX_LOADS && !isStale && transcript.firstSequence > 1; loads++) {
        await loadOlder(MANY);
      }
    })().catch(() => {});
    return () => {
      isStale = true;
    };
  }, [transcript, loadOlder, missing]);

  useEffect(() => {
    const element = box.current!;
    const stop = () => {
      isOnWayToStart.current = false;
    };
    const events = ['wheel', 'pointerdown', 'keydown'];
    for (const event of events) element.addEventListener(event, stop, { capture: true, passive: true });
    return () => {
      for (const event of events) element.removeEventListener(event, stop, { capture: true });
    };
  }, [box]);

  const toStart = async () => {
    isOnWayToStart.current = true;
    box.current!.scrollTop = 0;
    await loadNearby();
    isOnWayToStart.current = false;
  };
  return { toStart, loadNearby };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
