import type { MachineName } from '../../../machines/index.js';
import type { MachineGraph, StateValue, UniversalEvent } from '../../client/index.js';
import { type LastTransition, transitionBetween } from '../../diagrams/page.js';
import type { Sight } from './sight.js';

/** How a machine is to be lit. */
export interface View {
  value: StateValue;
  last: LastTransition | undefined;
  /** For machines of which there are many: how many are in which state. */
  counts: readonly [state: string, count: number][];
}

export const names: readonly [MachineName, string][] = [
  ['session', 'Session'],
  ['item', 'Items'],
  ['request', 'Requests'],
  ['agent-process', 'Agent'],
];

/** What a sight of the session means for one of the machines. */
export function viewOf(name: MachineName, sight: Sight, graph: MachineGraph): View {
  const { context, event, agent } = sight;
  switch (name) {
    case 'session':
      return { value: sight.value, last: lastOf(sight, graph), counts: [] };
    case 'item': {
      const open = Object.keys(context.open).length;
      return many(
        [
          ['in_progress', open],
          ['settled', context.items - open],
        ],
        itemStep(event),
      );
    }
    case 'request': {
      const pending = Object.keys(context.pending).length;
      return many(
        [
          ['pending', pending],
          ['resolved', context.requests - pending],
        ],
        requestStep(event),
      );
    }
    case 'agent-process':
      return { value: agent ?? {}, last: undefined, counts: [] };
  }
}

/** Where the machine is not where its events say, it moved without one. */
function lastOf({ event, before, told, value }: Sight, graph: MachineGraph): LastTransition | undefined {
  if (JSON.stringify(told) !== JSON.stringify(value)) {
    const silent = transitionBetween(graph, told, value, null);
    if (silent) return silent;
  }
  return event ? transitionBetween(graph, before, told, event.type) : undefined;
}

function many(counts: [string, number][], last: LastTransition | undefined): View {
  const there = counts.filter(([, count]) => count > 0);
  return { value: Object.fromEntries(there.map(([state]) => [state, undefined])), last, counts };
}

function itemStep(event: UniversalEvent | null): LastTransition | undefined {
  if (event?.type === 'item.started') return { source: 'unknown', target: 'in_progress', event: 'start' };
  if (event?.type === 'item.delta') return { source: 'in_progress', target: null, event: 'delta' };
  if (event?.type === 'item.completed')
    return { source: 'in_progress', target: 'settled', event: 'complete' };
  return undefined;
}

function requestStep(event: UniversalEvent | null): LastTransition | undefined {
  if (event?.type.endsWith('.requested')) return { source: 'unknown', target: 'pending', event: 'ask' };
  if (event?.type.endsWith('.resolved')) return { source: 'pending', target: 'resolved', event: 'reply' };
  return undefined;
}
