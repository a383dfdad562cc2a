import { css, markerOf } from '../../diagrams/browser.js';
import type { Highlight } from './highlights.js';
import type { Box } from './pan-zoom.js';

let isStyled = false;

/** The page's content security policy forbids inline styles, so the drawing's rules become a style sheet of the page. */
function adoptStyles(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Parses the daemon's drawing into an element, and its size. */
export function parseDrawing(text: string): { element: SVGSVGElement; whole: Box } {
  adoptStyles();
  const bare = text.replace(/<style>.*?<\/style>/s, '');
  const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  const element = document.importNode(parsed, true) as unknown as SVGSVGElement;
  const { x, y, width, height } = element.viewBox.baseVal;
  element.removeAttribute('width');
  element.removeAttribute('height');
  return { element, whole: { x, y, width, height } };
}

const marks = ['active', 'active-region', 'taken'];

export function applyHighlight(svg: SVGSVGElement, { value, last }: Highlight): void {
  const marker = markerOf(value, last);
  for (const element of svg.querySelectorAll<SVGGElement>('g[id]')) {
    const mark = marker(element.id, element.dataset.events ?? '');
    for (const each of marks) element.classList.toggle(each, each === mark);
  }
}

/** Animates the latest transition. */
export function pulse(svg: SVGSVGElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const path of svg.querySelectorAll('.taken > path')) {
    path.animate(
      [
        { strokeWidth: '9px', opacity: 0.5 },
        { strokeWidth: '2.5px', opacity: 1 },
      ],
      {
        duration: 450,
        easing: 'ease-out',
      },
    );
  }
}
