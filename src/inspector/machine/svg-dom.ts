import { css, markerOf, marks } from '../../diagrams/browser.js';
import type { Highlight } from './highlights.js';
import type { Box, Size } from './view.js';

let isStyled = false;

/** The page's content security policy forbids inline styles, so the drawing's rules become a style sheet of the page. */
function adoptStyles(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** The states and arrows of a drawing, in reading order. */
export const PARTS = 'g[id]';

/** Parses a drawing into an element, and its size. Its states and arrows can be focused, one of them with Tab. */
export function parseDrawing(text: string): { element: SVGSVGElement; size: Size } {
  adoptStyles();
  const bare = text.replace(/<style>.*?<\/style>/s, '');
  const parsed = new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement;
  const element = document.importNode(parsed, true) as unknown as SVGSVGElement;
  const { width, height } = element.viewBox.baseVal;
  for (const name of ['width', 'height']) element.removeAttribute(name);
  element.setAttribute('role', 'group');
  for (const [nth, part] of [...element.querySelectorAll<SVGGElement>(PARTS)].entries()) {
    part.setAttribute('role', 'button');
    part.setAttribute('tabindex', nth === 0 ? '0' : '-1');
    part.setAttribute('aria-label', labelOf(part));
  }
  return { element, size: { width, height } };
}

/** The names beside an arrow and its ends, or a state with its description. */
function labelOf(part: SVGGElement): string {
  const [title] = part.querySelector('title')!.textContent.split('\n', 1);
  if (!part.matches('.edge')) return title!;
  const names = [...part.querySelectorAll('text')].map(({ textContent }) => textContent);
  return `${names.join(' ')}: ${title}`;
}

export function applyHighlight(svg: SVGSVGElement, { value, last }: Highlight): void {
  const marker = markerOf(value, last);
  for (const element of svg.querySelectorAll<SVGGElement>(PARTS)) {
    const own = marker(element.id);
    for (const each of marks) element.classList.toggle(each, own.includes(each));
    if (own.includes('active') || own.includes('active-region')) element.setAttribute('aria-current', 'true');
    else element.removeAttribute('aria-current');
  }
  const { activeElement } = document;
  // Others may share a part of its way.
  const taken = svg.querySelector<SVGGElement>('.taken');
  if (taken && taken !== activeElement) svg.append(taken);
}

/** Marks the part whose details are shown. */
export function applySelection(svg: SVGSVGElement, selected: string | null): void {
  for (const element of svg.querySelectorAll<SVGGElement>(PARTS))
    element.setAttribute('aria-pressed', String(element.id === selected));
}

/** What is to be seen, the most important first: the latest transition and where it led, then all that is active. */
export function activeBoxes(svg: SVGSVGElement, target: string | null): Box[] {
  const found = [
    target === null ? null : svg.querySelector<SVGGElement>(`[id="${CSS.escape(target)}"]`),
    ...svg.querySelectorAll<SVGGElement>('.taken, .stayed, .active'),
  ];
  return found.flatMap((element) => (element ? [element.getBBox()] : []));
}

/** Animates the latest transition. */
export function pulse(svg: SVGSVGElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const path of svg.querySelectorAll('.taken > path')) {
    path.animate(
      [
        { strokeWidth: '9px', opacity: 0.5 },
        { strokeWidth: '3px', opacity: 1 },
      ],
      { duration: 450, easing: 'ease-out' },
    );
  }
}
