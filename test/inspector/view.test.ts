import { describe, expect, it } from 'vitest';
import { fitted, MIN_SCALE, panned, showing, zoomed } from '../../src/inspector/machine/view.js';

const drawing = { width: 1000, height: 500 };
const host = { width: 400, height: 300 };

describe('the view of a drawing', () => {
  it('shows as much as is legible', () => {
    expect(fitted(drawing, host)).toEqual({ x: 0, y: 0, scale: MIN_SCALE });
    expect(fitted({ width: 400, height: 300 }, host)).toEqual({ x: 0, y: 0, scale: 1 });
  });

  it('puts a small drawing into the middle, hardly enlarged', () => {
    const { x, y, scale } = fitted({ width: 100, height: 100 }, host);
    expect(scale).toBeLessThan(1.2);
    expect((x + 200 / scale).toFixed(6)).toBe('50.000000');
    expect((y + 150 / scale).toFixed(6)).toBe('50.000000');
  });

  it('zooms around a fixed point, within limits', () => {
    const view = { x: 100, y: 100, scale: 1 };
    const near = zoomed(view, drawing, host, 2, { x: 300, y: 250 });
    expect(near).toEqual({ x: 200, y: 175, scale: 2 });
    expect(zoomed(view, drawing, host, 1e-6, { x: 0, y: 0 }).scale).toBe(MIN_SCALE);
    expect(zoomed(view, drawing, host, 1e6, { x: 0, y: 0 }).scale).toBeLessThan(10);
  });

  it('leaves no room beside a large drawing', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(panned(view, drawing, host, 1e6, -1e6)).toEqual({ x: 600, y: 0, scale: 1 });
  });

  it('moves no further than it has to', () => {
    const view = { x: 100, y: 100, scale: 1 };
    const box = (x: number, y: number) => ({ x, y, width: 50, height: 30 });
    expect(showing(view, drawing, host, [box(200, 200)])).toEqual(view);
    expect(showing(view, drawing, host, [box(600, 200)])).toEqual({ x: 262, y: 100, scale: 1 });
    expect(showing(view, drawing, host, [box(20, 20)])).toEqual({ x: 8, y: 8, scale: 1 });
  });

  it('shows the first box if not all fit', () => {
    const view = { x: 0, y: 0, scale: 1 };
    const first = { x: 900, y: 10, width: 50, height: 30 };
    const far = { x: 10, y: 10, width: 50, height: 30 };
    const near = { x: 700, y: 10, width: 50, height: 30 };
    expect(showing(view, drawing, host, [first, far]).x).toBe(562);
    expect(showing(view, drawing, host, [first, far, near]).x).toBe(562);
    expect(showing(view, drawing, host, [])).toEqual(view);
  });
});
