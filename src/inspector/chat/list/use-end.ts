import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Who is this near to the end, in pixels, wants to stay there. */
export const NEAR_END = 64;

type Box = Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>;

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Box): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END;
}

/**
 * Keeps a box at its end, if it is there. The virtual list does so by itself where rows are added last or grow; rows
 * that come in between, and a box that shrinks, move the end as well.
 */
export function useEnd(box: RefObject<HTMLElement | null>) {
  /** As high as it was when it was last looked at: a scroll in between tells where the reader wants to be. */
  const before = useRef({ scrollHeight: 0, clientHeight: 0 });
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
