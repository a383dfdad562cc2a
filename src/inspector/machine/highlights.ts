import { isRun, type MachineName } from '../../../machines/index.js';
import type { MachineGraph, StateValue, UniversalEvent } from '../../client/index.js';
import { type LastTransition, transitionBetween } from '../../diagrams/browser.js';
import type { MachineView } from './machine-view.js';

/** The highlights of a machine's drawing. */
export interface Highlight {
  value: StateValue;
  last: LastTransition | undefined;
  /** For machines with many instances: how many are in which state. */
  counts: readonly [state: string, count: number][];
}

export const machineLabels: readonly [MachineName, string][] = [
  ['session', 'Session'],
  ['item', 'Items'],
  ['request', 'Requests'],
  ['thread', 'Sub-agents'],
  ['agent-process', 'Agent'],
];

/** Derives the highlights of one machine from the session. */
export function highlightOf(name: MachineName, view: MachineView, graph: MachineGraph): Highlight {
  const { context, event, agent } = view;
  switch (name) {
    case 'session':
      return { value: view.value, last: lastOf(view, graph), counts: [] };
    case 'item': {
      const open = context.open.size;
      return countsHighlight(
        [
          ['in_progress', open],
          ['settled', context.items - open],
        ],
        itemStep(event),
      );
    }
    case 'request': {
      const pending = Object.keys(context.pending).length;
      return countsHighlight(
        [
          ['pending', pending],
          ['resolved', context.requests - pending],
        ],
        requestStep(event),
      );
    }
    case 'thread': {
      const running = Object.keys(context.threads).length;
      return countsHighlight(
        [
          ['running', running],
          ['resting', context.threadCount - running],
        ],
        threadStep(event),
      );
    }
    case 'agent-process':
      return { value: agent ?? {}, last: undefined, counts: [] };
  }
}

/** If the state differs from the replayed one, the last transition had no event. */
function lastOf(
  { event, before, replayed, value }: MachineView,
  graph: MachineGraph,
): LastTransition | undefined {
  if (JSON.stringify(replayed) !== JSON.stringify(value)) {
    const eventless = transitionBetween(graph, replayed, value, null);
    if (eventless) return eventless;
  }
  return event ? transitionBetween(graph, before, replayed, event.type) : undefined;
}

function countsHighlight(counts: [string, number][], last: LastTransition | undefined): Highlight {
  const active = counts.filter(([, count]) => count > 0);
  return { value: Object.fromEntries(active.map(([state]) => [state, undefined])), last, counts };
}

function itemStep(event: UniversalEvent | null): LastTransition | undefined {
  if (event?.type === 'item.started') return { source: 'unknown', target: 'in_progress', event: 'start' };
  if (event?.type === 'item.delta') return { source: 'in_progress', target: null, event: 'delta' };
  if (event?.type === 'item.completed')
    return { source: 'in_progress', target: 'settled', event: 'complete' };
  return undefined;
}

function threadStep(event: UniversalEvent | null): LastTransition | undefined {
  if (event?.type !== 'item.started' && event?.type !== 'item.completed') return undefined;
  if (!isRun(event.data.item, event.source)) return undefined;
  if (event.type === 'item.completed') return { source: 'running', target: 'resting', event: 'end' };
  const { item_id, parent_id, thread_id } = event.data.item;
  // Later runs are started by other calls than the first one.
  const isFirst = thread_id === parent_id || thread_id === item_id;
  return { source: isFirst ? 'unknown' : 'resting', target: 'running', event: 'start' };
}

function requestStep(event: UniversalEvent | null): LastTransition | undefined {
  if (event?.type.endsWith('.requested')) return { source: 'unknown', target: 'pending', event: 'ask' };
  if (event?.type.endsWith('.resolved')) return { source: 'pending', target: 'resolved', event: 'reply' };
  return undefined;
}
