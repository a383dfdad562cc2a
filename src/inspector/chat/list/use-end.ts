import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Within this distance, in pixels, the list counts as scrolled to its end. */
export const NEAR_END = 64;

type Box = Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>;

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Box): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END;
}

/**
 * Keeps an element scrolled to its end if it is there. The virtualiser handles appended and growing rows; rows inserted
 * in between and a shrinking element need this.
 */
export function useEnd(box: RefObject<HTMLElement | null>, startsAtEnd: boolean) {
  /** The previous heights, to tell whether the reader had scrolled away from the previous end. */
  const before = useRef({ scrollHeight: startsAtEnd ? 0 : Number.POSITIVE_INFINITY, clientHeight: 0 });
  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  const follow = useCallback(() => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    if (isAtEnd({ ...before.current, scrollTop })) toEnd();
    before.current = { scrollHeight, clientHeight };
  }, [box, toEnd]);
  useEffect(() => {
    const observer = new ResizeObserver(follow);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [box, follow]);
  return { toEnd, follow };
}
