import { describe, expect, it } from 'vitest';
import { panned, zoomed } from '../../src/inspector/machine/pan-zoom.js';

const whole = { x: 0, y: 0, width: 1000, height: 500 };

describe('pan and zoom', () => {
  it('zooms around a fixed point', () => {
    const around = { x: 250, y: 400 };
    const box = zoomed(whole, whole, 2, around);
    expect(box).toEqual({ x: 125, y: 200, width: 500, height: 250 });
    expect((around.x - box.x) / box.width).toBe(around.x / whole.width);
  });

  it('limits the zoom', () => {
    const middle = { x: 500, y: 250 };
    expect(zoomed(whole, whole, 1e6, middle).width).toBeGreaterThan(50);
    expect(zoomed(whole, whole, 1e-6, middle).width).toBe(2000);
  });

  it('keeps the drawing in view', () => {
    const far = panned(whole, whole, 1e6, -1e6);
    expect(far.x + far.width / 2).toBe(1000);
    expect(far.y + far.height / 2).toBe(0);
  });
});
