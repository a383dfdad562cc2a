import { useEffect } from 'react';

const NAME = 'find';
/** Of the rows on the screen. */
const MOST_RANGES = 2000;

/** Marks a text wherever it stands in the rendered messages, without changing them. */
export function useHighlights(text: string): void {
  useEffect(() => {
    if (text === '' || !('highlights' in CSS)) return;
    const box = document.querySelector('[aria-label="Messages"]');
    if (!box) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      CSS.highlights.set(NAME, new Highlight(...rangesIn(box, text.toLowerCase())));
    };
    const onChange = () => {
      frame ||= requestAnimationFrame(mark);
    };
    onChange();
    const observer = new MutationObserver(onChange);
    observer.observe(box, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [text]);
}

function rangesIn(box: Element, wanted: string): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MOST_RANGES; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
