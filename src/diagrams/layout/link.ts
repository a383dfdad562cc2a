import type { Edge } from '../lines.js';
import type { ShortName } from '../short-label.js';
import { LABEL_SIZE } from './sizes.js';
import { textWidth } from './text-width.js';

/** An arrow between two elements of a stack, by their indices. */
export interface Link {
  from: number;
  to: number;
  edge: Edge;
  names: ShortName[];
}

export const widthOf = (names: readonly ShortName[]) =>
  Math.max(0, ...names.map(({ text }) => textWidth(text, LABEL_SIZE)));
