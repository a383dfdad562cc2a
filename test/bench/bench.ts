import type { Ground } from './ground.js';
import type { Scale } from './scale.js';

export type Unit = 'ms' | 'µs' | '/s' | 'KB' | 's' | '%';

/** A measured value, and that of the same work without Greenroom in the same run. */
export interface Figure {
  name: string;
  unit: Unit;
  better: 'higher' | 'lower';
  value: number;
  yardstick: { what: string; value: number };
}

export interface Bench {
  name: string;
  about: string;
  run(ground: Ground, scale: Scale): Promise<Figure[]>;
}

/** The value as a multiple of the yardstick. Unlike absolute values, it is comparable between machines. */
export function ratioOf({ value, yardstick }: Figure): number {
  return value === yardstick.value ? 1 : value / yardstick.value;
}
