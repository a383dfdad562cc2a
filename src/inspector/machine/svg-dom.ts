import { css, markerOf } from '../../diagrams/page.js';
import type { Box } from './pan-zoom.js';
import type { View } from './views.js';

let isStyled = false;

/** The page's policy allows no style inside the drawing: its rules come as a sheet of the page. */
function style(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** The daemon's own drawing as an element for the page, and its size. */
export function parseDrawing(text: string): { element: SVGSVGElement; whole: Box } {
  style();
  const bare = text.replace(/<style>.*?<\/style>/s, '');
  const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  const element = document.importNode(parsed, true) as unknown as SVGSVGElement;
  const { x, y, width, height } = element.viewBox.baseVal;
  element.removeAttribute('width');
  element.removeAttribute('height');
  return { element, whole: { x, y, width, height } };
}

const marks = ['active', 'active-region', 'taken'];

export function lightUp(svg: SVGSVGElement, { value, last }: View): void {
  const marker = markerOf(value, last);
  for (const element of svg.querySelectorAll<SVGGElement>('g[id]')) {
    const mark = marker(element.id, element.dataset.events ?? '');
    for (const each of marks) element.classList.toggle(each, each === mark);
  }
}

/** Shows that the last transition was taken just now. */
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
