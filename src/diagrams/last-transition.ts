import type { MachineGraph, StateValue } from '../schema/index.js';
import { activeIds, type LastTransition } from './active.js';
import { matches } from './event-pattern.js';

/**
 * Which transition led from one value to the next by an event: the innermost one that fits, and rather a move than a
 * stay. null: by whatever event, where no universal event tells of it.
 */
export function transitionBetween(
  graph: MachineGraph,
  before: StateValue,
  after: StateValue,
  event: string | null,
): LastTransition | undefined {
  const from = new Set(activeIds(before));
  const to = new Set(activeIds(after));
  const fits = graph.transitions.filter(
    ({ source, target, event: pattern }) =>
      from.has(source) &&
      (target === null ? event !== null : to.has(target)) &&
      (event === null || matches(pattern, event)),
  );
  const depth = (id: string) => id.split('.').length;
  const moved = fits.filter(({ target }) => target !== null && !from.has(target));
  const [best] = (moved.length > 0 ? moved : fits.filter(({ target }) => target === null)).sort(
    (a, b) => depth(b.source) - depth(a.source),
  );
  return best && { source: best.source, target: best.target, event: event ?? best.event };
}
