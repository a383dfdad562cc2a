import { type Box, between, panned, zoomed } from './pan-zoom.js';

const ZOOM_STEP = 1.25;
const PAN_STEP = 0.12;
const GLIDE_MS = 220;
/** Below this scale small text is illegible: state names are enlarged and the rest fades. */
const FAR_SCALE = 0.62;

/** Pans and zooms a drawing with wheel, drag, pinch and keys, by changing its viewBox. */
export class Canvas {
  #box: Box;
  #frame: number | null = null;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  readonly #abort = new AbortController();
  readonly #observer = new ResizeObserver(() => this.#show(this.#box));

  readonly #host: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #whole: Box;

  constructor(host: HTMLElement, svg: SVGSVGElement, whole: Box) {
    this.#host = host;
    this.#svg = svg;
    this.#whole = whole;
    this.#box = whole;
    this.#show(whole);
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

  fit(): void {
    this.#glide(this.#whole);
  }

  zoomIn(): void {
    this.#glide(zoomed(this.#box, this.#whole, ZOOM_STEP, this.#middle));
  }

  zoomOut(): void {
    this.#glide(zoomed(this.#box, this.#whole, 1 / ZOOM_STEP, this.#middle));
  }

  get #middle(): { x: number; y: number } {
    const { x, y, width, height } = this.#box;
    return { x: x + width / 2, y: y + height / 2 };
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    // Browsers report a touchpad pinch as a wheel event with small steps.
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018));
    this.#show(zoomed(this.#box, this.#whole, factor, this.#at(event.clientX, event.clientY)));
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    this.#host.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      const middle = this.#at((now.x + other.x) / 2, (now.y + other.y) / 2);
      return this.#show(zoomed(this.#box, this.#whole, factor, middle));
    }
    const scale = this.#scale;
    this.#show(panned(this.#box, this.#whole, (before.x - now.x) / scale, (before.y - now.y) / scale));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width, height } = this.#box;
    const pan = (dx: number, dy: number) =>
      this.#glide(panned(this.#box, this.#whole, dx * width * PAN_STEP, dy * height * PAN_STEP));
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
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #glide(to: Box): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#show(to);
    const from = this.#box;
    const begin = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, (now - begin) / GLIDE_MS);
      this.#show(between(from, to, 1 - (1 - part) ** 3));
      this.#frame = part < 1 ? requestAnimationFrame(step) : null;
    };
    this.#frame = requestAnimationFrame(step);
  }

  #show(box: Box): void {
    this.#box = box;
    this.#svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.#host.dataset.far = String(this.#scale < FAR_SCALE);
  }

  /** Pixels per unit of the drawing. */
  get #scale(): number {
    return this.#svg.getScreenCTM()?.a || 1;
  }

  #at(x: number, y: number): { x: number; y: number } {
    const matrix = this.#svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : this.#middle;
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
