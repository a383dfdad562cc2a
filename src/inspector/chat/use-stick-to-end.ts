import { type RefObject, useEffect, useRef } from 'react';

const NEAR = 48;

/** Keeps the end in sight as what is above it grows, unless the reader has scrolled away from it. */
export function useStickToEnd<E extends HTMLElement>(isOn: boolean): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const scroller = ref.current;
    const content = scroller?.lastElementChild;
    if (!scroller || !content || !isOn) return;
    let isAtEnd = true;
    const note = () => {
      isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    };
    const follow = () => {
      if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(content);
    scroller.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', note);
    };
  }, [isOn]);
  return ref;
}
