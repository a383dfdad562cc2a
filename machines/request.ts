import { setup } from 'xstate';
import { transitionTable } from './transition-table.js';

type RequestEvent = { type: 'ask' | 'reply' | 'withdraw' | 'cancel' | 'expire' };

/** The lifecycle of a request to a human (a permission or a question): asked once, resolved once. */
export const requestMachine = setup({
  types: { events: {} as RequestEvent },
  actions: {
    ask: () => {},
    resolve: () => {},
    notify: () => {},
    cancel: () => {},
    refuse: () => {},
    drop: () => {},
  },
}).createMachine({
  id: 'request',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Not asked',
      on: {
        ask: { target: 'pending', actions: ['ask'] },
        reply: { actions: ['refuse'] },
        withdraw: { actions: ['drop'] },
      },
    },
    pending: {
      description: 'Waiting for a human',
      on: {
        ask: { actions: ['drop'] },
        reply: { target: 'resolved', actions: ['resolve', 'notify'] },
        withdraw: { target: 'resolved', actions: ['resolve'] },
        cancel: { target: 'resolved', actions: ['cancel'] },
        expire: { target: 'resolved', actions: ['cancel', 'notify'] },
      },
    },
    resolved: {
      description: 'Answered, withdrawn or cancelled',
      tags: ['final'],
      on: {
        ask: { target: 'pending', actions: ['ask'] },
        reply: { actions: ['refuse'] },
        withdraw: { actions: ['drop'] },
      },
    },
  },
});

export const requestStep = transitionTable(requestMachine);
