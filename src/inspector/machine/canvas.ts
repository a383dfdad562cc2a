import { type Box, between, fitted, panned, type Size, showing, type View, zoomed } from './view.js';

const ZOOM_STEP = 1.25;
const PAN_STEP = 60;
const GLIDE_MS = 260;
/** How far the pointer moves before it is a drag and no click. */
const DRAG_PX = 4;

/**
 * Pans and zooms a drawing with wheel, drag, pinch and keys, by changing its viewBox. It follows what is active, until the
 * user moves it.
 */
export class Canvas {
  #view: View = { x: 0, y: 0, scale: 1 };
  #frame: number | null = null;
  #isFollowing = true;
  #wanted: readonly Box[] = [];
  readonly #pointers = new Map<number, { x: number; y: number }>();
  readonly #abort = new AbortController();
  readonly #observer = new ResizeObserver(() => this.#resize());

  readonly #host: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #drawing: Size;
  readonly #onFollow: (isFollowing: boolean) => void;

  constructor(
    host: HTMLElement,
    svg: SVGSVGElement,
    drawing: Size,
    onFollow: (isFollowing: boolean) => void,
  ) {
    this.#host = host;
    this.#svg = svg;
    this.#drawing = drawing;
    this.#onFollow = onFollow;
    this.#show(fitted(drawing, this.#size));
    const { signal } = this.#abort;
    host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal });
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    host.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      host.addEventListener(type, (event) => this.#pointers.delete(event.pointerId), { signal });
    }
    host.addEventListener('keydown', (event) => this.#key(event), { signal });
    this.#observer.observe(host);
  }

  close(): void {
    this.#abort.abort();
    this.#observer.disconnect();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  /** Shows as much as is legible, and follows what is active again. */
  fit(): void {
    this.#setFollowing(true);
    this.#glide(this.#home);
  }

  zoomIn(): void {
    this.#zoom(ZOOM_STEP);
  }

  zoomOut(): void {
    this.#zoom(1 / ZOOM_STEP);
  }

  /** Brings what is active into view, the most important first, unless the user has moved the drawing. */
  follow(boxes: readonly Box[], mode: 'jump' | 'glide'): void {
    this.#wanted = boxes;
    if (!this.#isFollowing) return;
    const to = showing(this.#view, this.#drawing, this.#size, boxes);
    if (mode === 'jump') this.#show(to);
    else this.#glide(to);
  }

  /** Brings a state into view that got the focus. */
  reveal(box: Box): void {
    this.#glide(showing(this.#view, this.#drawing, this.#size, [box]));
  }

  get #size(): Size {
    // Not rounded, as `clientHeight` is: the drawing would be shown smaller than its scale.
    const { width, height } = this.#host.getBoundingClientRect();
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  get #home(): View {
    return showing(fitted(this.#drawing, this.#size), this.#drawing, this.#size, this.#wanted);
  }

  get #middle(): { x: number; y: number } {
    const { width, height } = this.#size;
    const { x, y, scale } = this.#view;
    return { x: x + width / scale / 2, y: y + height / scale / 2 };
  }

  #resize(): void {
    this.#show(this.#isFollowing ? this.#home : panned(this.#view, this.#drawing, this.#size, 0, 0));
  }

  #setFollowing(isFollowing: boolean): void {
    if (isFollowing === this.#isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#onFollow(isFollowing);
  }

  #zoom(factor: number): void {
    this.#setFollowing(false);
    this.#glide(zoomed(this.#view, this.#drawing, this.#size, factor, this.#middle));
  }

  #pan(dx: number, dy: number): View {
    this.#setFollowing(false);
    const { scale } = this.#view;
    return panned(this.#view, this.#drawing, this.#size, dx / scale, dy / scale);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#setFollowing(false);
    // Browsers report a touchpad pinch as a wheel event with small steps.
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018));
    this.#show(zoomed(this.#view, this.#drawing, this.#size, factor, this.#at(event.clientX, event.clientY)));
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button, details')) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    // Released outside, before it was captured.
    if (event.buttons === 0) {
      this.#pointers.delete(event.pointerId);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    // Captured only now: a captured pointer clicks on nothing.
    if (!this.#host.hasPointerCapture(event.pointerId)) {
      if (!other && distance(before, now) < DRAG_PX) return;
      this.#host.setPointerCapture(event.pointerId);
    }
    this.#pointers.set(event.pointerId, now);
    if (!other) return this.#show(this.#pan(before.x - now.x, before.y - now.y));
    this.#setFollowing(false);
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    const middle = this.#at((now.x + other.x) / 2, (now.y + other.y) / 2);
    this.#show(zoomed(this.#view, this.#drawing, this.#size, factor, middle));
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = (dx: number, dy: number) => this.#glide(this.#pan(dx * PAN_STEP, dy * PAN_STEP));
    const keys: Record<string, () => void> = {
      '+': () => this.zoomIn(),
      '=': () => this.zoomIn(),
      '-': () => this.zoomOut(),
      '0': () => this.fit(),
      ArrowLeft: () => pan(-1, 0),
      ArrowRight: () => pan(1, 0),
      ArrowUp: () => pan(0, -1),
      ArrowDown: () => pan(0, 1),
    };
    const act = keys[event.key];
    // From a state or an arrow, the arrow keys go to the next one.
    if (!act || (event.target !== this.#host && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #glide(to: View): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    const from = this.#view;
    const isThere = to.x === from.x && to.y === from.y && to.scale === from.scale;
    if (isThere || matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#show(to);
    const begin = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begin) / GLIDE_MS));
      this.#show(between(from, to, 1 - (1 - part) ** 3));
      this.#frame = part < 1 ? requestAnimationFrame(step) : null;
    };
    this.#frame = requestAnimationFrame(step);
  }

  #show(view: View): void {
    this.#view = view;
    const { width, height } = this.#size;
    this.#svg.setAttribute('viewBox', `${view.x} ${view.y} ${width / view.scale} ${height / view.scale}`);
  }

  #at(clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = this.#host.getBoundingClientRect();
    const { x, y, scale } = this.#view;
    return { x: x + (clientX - left) / scale, y: y + (clientY - top) / scale };
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
