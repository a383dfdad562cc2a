import { setup } from 'xstate';
import { transitionTable } from './transition-table.js';

type ThreadEvent = { type: 'start' } | { type: 'end' };

/**
 * The lifecycle of a sub-agent's thread. Each run is an item, so a thread runs exactly while that item is open; a later
 * call to the sub-agent runs the same thread again. Like items and requests, threads are looked up here, not spawned.
 */
export const threadMachine = setup({
  types: { events: {} as ThreadEvent },
  actions: { open: () => {}, close: () => {}, drop: () => {} },
}).createMachine({
  id: 'thread',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Not seen yet',
      on: {
        start: { target: 'running', actions: ['open'] },
        end: { actions: ['drop'] },
      },
    },
    running: {
      description: 'The sub-agent is working',
      on: {
        start: { actions: ['drop'] },
        end: { target: 'resting', actions: ['close'] },
      },
    },
    resting: {
      description: 'Done, stopped or cut off; may be addressed again',
      on: {
        start: { target: 'running', actions: ['open'] },
        end: { actions: ['drop'] },
      },
    },
  },
});

export type ThreadPhase = 'unknown' | 'running' | 'resting';
export const threadStep = transitionTable(threadMachine);
