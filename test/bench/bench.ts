import type { Ground } from './ground.js';
import type { Scale } from './scale.js';

export type Unit = 'ms' | 'µs' | '/s' | 'KB' | 's';

/** What was measured, beside what the same work costs without Greenroom, in the same run. */
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

/** How many times the yardstick. Machines differ, and are noisy; this is what can be compared. */
export function ratioOf({ value, yardstick }: Figure): number {
  return value / yardstick.value;
}
