import type { MachineGraph, StateValue } from '../schema/index.js';
import { activeIds, type LastTransition } from './active.js';
import { matches } from './event-pattern.js';

/**
 * Finds the transition between two state values: the innermost match, preferring one that changes state. If no
 * universal event caused it, `event` is null and matches any.
 */
export function transitionBetween(
  graph: MachineGraph,
  before: StateValue,
  after: StateValue,
  event: string | null,
): LastTransition | undefined {
  const from = new Set(activeIds(before));
  const to = new Set(activeIds(after));
  const matching = graph.transitions.filter(
    ({ source, target, event: pattern }) =>
      from.has(source) &&
      (target === null ? event !== null : to.has(target)) &&
      (event === null || matches(pattern, event)),
  );
  const depth = (id: string) => id.split('.').length;
  const moved = matching.filter(({ target }) => target !== null && !from.has(target));
  const [best] = (moved.length > 0 ? moved : matching.filter(({ target }) => target === null)).sort(
    (a, b) => depth(b.source) - depth(a.source),
  );
  return best && { source: best.source, target: best.target, event: event ?? best.event };
}
