import { setup } from 'xstate';
import { transitionTable } from './transition-table.js';

type ItemEvent = { type: 'start' } | { type: 'delta' } | { type: 'complete' } | { type: 'close' };

/**
 * The lifecycle of an item, including how gaps in the agent's stream are filled: a delta or completion of an unknown
 * item starts it first; duplicates and latecomers are dropped. The session machine looks up each draft here and runs
 * the named actions.
 */
export const itemMachine = setup({
  types: { events: {} as ItemEvent },
  actions: {
    start: () => {},
    stub: () => {},
    delta: () => {},
    complete: () => {},
    close: () => {},
    drop: () => {},
  },
}).createMachine({
  id: 'item',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Not seen yet',
      on: {
        start: { target: 'in_progress', actions: ['start'] },
        delta: { target: 'in_progress', actions: ['stub', 'delta'] },
        complete: { target: 'settled', actions: ['stub', 'complete'] },
      },
    },
    in_progress: {
      description: 'Started; content is streaming in',
      on: {
        start: { actions: ['drop'] },
        delta: { actions: ['delta'] },
        complete: { target: 'settled', actions: ['complete'] },
        close: { target: 'settled', actions: ['close'] },
      },
    },
    settled: {
      description: 'Completed or failed; cannot change any more',
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
export const itemStep = transitionTable(itemMachine);
