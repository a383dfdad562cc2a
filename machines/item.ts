import { setup } from 'xstate';
import { tableOf } from './chart.js';

type ItemEvent = { type: 'start' } | { type: 'delta' } | { type: 'complete' } | { type: 'cut' };

/**
 * The life of an item, and how its gaps are filled: what arrives before it was started starts it first, what
 * arrives again or too late is dropped. The session machine looks each draft up here and does what is named.
 */
export const itemMachine = setup({
  types: { events: {} as ItemEvent },
  actions: {
    start: () => {},
    stub: () => {},
    delta: () => {},
    complete: () => {},
    cut: () => {},
    drop: () => {},
  },
}).createMachine({
  id: 'item',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'No draft has named it yet',
      on: {
        start: { target: 'in_progress', actions: ['start'] },
        delta: { target: 'in_progress', actions: ['stub', 'delta'] },
        complete: { target: 'settled', actions: ['stub', 'complete'] },
      },
    },
    in_progress: {
      description: 'Started, and filling',
      on: {
        start: { actions: ['drop'] },
        delta: { actions: ['delta'] },
        complete: { target: 'settled', actions: ['complete'] },
        cut: { target: 'settled', actions: ['cut'] },
      },
    },
    settled: {
      description: 'Completed or failed; nothing changes it any more',
      tags: ['final'],
      on: {
        start: { actions: ['drop'] },
        delta: { actions: ['drop'] },
        complete: { actions: ['drop'] },
      },
    },
  },
});

export type ItemPhase = 'unknown' | 'in_progress' | 'settled';
export const itemStep = tableOf(itemMachine);
