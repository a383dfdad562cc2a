import { setup } from 'xstate';
import { tableOf } from './chart.js';

type RequestEvent = { type: 'ask' } | { type: 'reply' } | { type: 'withdraw' } | { type: 'cut' };

/** The life of a human request, a permission or a question: asked once, resolved once. */
export const requestMachine = setup({
  types: { events: {} as RequestEvent },
  actions: {
    ask: () => {},
    resolve: () => {},
    tell: () => {},
    cancel: () => {},
    refuse: () => {},
    drop: () => {},
  },
}).createMachine({
  id: 'request',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Never asked, or asked and forgotten',
      on: {
        ask: { target: 'pending', actions: ['ask'] },
        reply: { actions: ['refuse'] },
        withdraw: { actions: ['drop'] },
      },
    },
    pending: {
      description: 'A human is asked',
      on: {
        ask: { actions: ['drop'] },
        reply: { target: 'resolved', actions: ['resolve', 'tell'] },
        withdraw: { target: 'resolved', actions: ['resolve'] },
        cut: { target: 'resolved', actions: ['cancel'] },
      },
    },
    resolved: {
      description: 'Answered, withdrawn or cut off',
      tags: ['final'],
      on: {
        ask: { target: 'pending', actions: ['ask'] },
        reply: { actions: ['refuse'] },
        withdraw: { actions: ['drop'] },
      },
    },
  },
});

export type RequestPhase = 'unknown' | 'pending' | 'resolved';
export const requestStep = tableOf(requestMachine);
