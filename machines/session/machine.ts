import { initialContext } from './context.js';
import { session } from './rulings.js';

/**
 * A session. Inputs (commands, drafts, what the agent's process does) are ruled upon; a ruling raises universal
 * events, and only those move the machine and change what follows from the log. So the log, replayed through the
 * machine, gives the machine as it was: there is one path for what happens and for what happened.
 *
 * `ending` and `interrupting` are the exceptions: nobody has promised anything yet, so no event tells of them.
 */
export const sessionMachine = session.createMachine({
  id: 'session',
  context: ({ input }) => initialContext(input),
  initial: 'starting',
  states: {
    starting: {
      description: 'The agent is being started; messages wait',
      on: {
        'agent.ready': { actions: 'beginSession' },
        'agent.exited': { actions: 'failStart' },
        'draft.*': { actions: 'takeDraft' },
        'daemon.stopping': { actions: 'hold' },
        'daemon.restarted': { actions: 'recover' },
        'session.started': { target: 'live', actions: ['record', 'publish'] },
        'command.send': [
          { guard: 'isAgain', actions: 'acceptAgain' },
          { guard: 'isFull', actions: 'refuse' },
          { actions: ['queueLast', 'acceptQueued'] },
        ],
        'command.interrupt': { actions: 'accept' },
        'command.terminate': { target: 'ending', actions: ['stopAgent', 'accept'] },
        'command.*': { actions: 'refuse' },
      },
    },
    live: {
      description: 'Open for messages',
      type: 'parallel',
      on: {
        'agent.ready': { actions: 'beginSession' },
        'agent.exited': { actions: 'agentGone' },
        'draft.*': { actions: 'takeDraft' },
        'daemon.stopping': { actions: 'hold' },
        'daemon.restarted': { actions: 'recover' },
        'command.configure': { actions: ['configure', 'accept'] },
        'command.terminate': { target: 'ending', actions: ['stopAgent', 'accept'] },
        'session.ended': { target: 'ended', actions: ['record', 'publish'] },
        error: { actions: ['record', 'publish'] },
        'agent.unparsed': { actions: ['record', 'publish'] },
      },
      states: {
        turn: {
          initial: 'idle',
          states: {
            idle: {
              description: 'Nothing to do',
              on: {
                'command.send': [
                  { guard: 'isAgain', actions: 'acceptAgain' },
                  { actions: ['beginTurn', 'acceptStarted'] },
                ],
                'command.interrupt': { actions: 'accept' },
                'turn.started': { target: 'running', actions: ['record', 'publish'] },
              },
            },
            running: {
              description: 'The agent works',
              initial: 'active',
              on: {
                'turn.ended': { target: 'idle', actions: ['record', 'publish'] },
                'agent.unprompted': { actions: 'failTurn' },
                'command.send': [
                  { guard: 'isAgain', actions: 'acceptAgain' },
                  { guard: 'isRefused', actions: 'refuse' },
                  { guard: 'isSteer', actions: ['steer', 'acceptSteered'] },
                  {
                    guard: 'isInterrupt',
                    target: '.interrupting',
                    actions: ['queueFirst', 'interruptAgent', 'acceptQueued'],
                  },
                  { actions: ['queueLast', 'acceptQueued'] },
                ],
              },
              states: {
                active: {
                  on: {
                    'command.interrupt': { target: 'interrupting', actions: ['interruptAgent', 'accept'] },
                  },
                },
                interrupting: {
                  description: 'Asked to stop',
                  on: {
                    'command.interrupt': { actions: 'accept' },
                    'command.send': { guard: 'isSteerTooLate', actions: ['queueLast', 'acceptQueued'] },
                    'draft.turn.ended': { actions: 'takeInterrupted' },
                    'agent.unprompted': { actions: 'dropTurn' },
                  },
                },
              },
            },
          },
        },
        requests: {
          initial: 'none',
          states: {
            none: {
              description: 'No human is asked',
              on: {
                'permission.requested': { target: 'waiting', actions: ['record', 'publish'] },
                'question.requested': { target: 'waiting', actions: ['record', 'publish'] },
                'command.reply': { actions: 'refuse' },
                'command.answer': { actions: 'refuse' },
                'command.reject': { actions: 'refuse' },
              },
            },
            waiting: {
              description: 'A human is asked',
              on: {
                'permission.requested': { actions: ['record', 'publish'] },
                'question.requested': { actions: ['record', 'publish'] },
                'permission.resolved': [
                  { guard: 'isLastRequest', target: 'none', actions: ['record', 'publish'] },
                  { actions: ['record', 'publish'] },
                ],
                'question.resolved': [
                  { guard: 'isLastRequest', target: 'none', actions: ['record', 'publish'] },
                  { actions: ['record', 'publish'] },
                ],
                'command.reply': [
                  { guard: 'isPendingPermission', actions: ['reply', 'accept'] },
                  { actions: 'refuse' },
                ],
                'command.answer': [
                  { guard: 'isPendingQuestion', actions: ['answer', 'accept'] },
                  { actions: 'refuse' },
                ],
                'command.reject': [
                  { guard: 'isPendingQuestion', actions: ['reject', 'accept'] },
                  { actions: 'refuse' },
                ],
              },
            },
          },
        },
        items: {
          initial: 'none',
          states: {
            none: {
              description: 'No item is open',
              on: { 'item.started': { target: 'open', actions: ['record', 'publish'] } },
            },
            open: {
              description: 'Items are being filled',
              on: {
                'draft.item.delta': { guard: 'isStreaming', actions: 'stream' },
                'item.started': { actions: ['record', 'publish'] },
                'item.delta': { actions: ['record', 'publish'] },
                'item.completed': [
                  { guard: 'isLastItem', target: 'none', actions: ['record', 'publish'] },
                  { actions: ['record', 'publish'] },
                ],
              },
            },
          },
        },
      },
    },
    ending: {
      description: 'Terminated; the agent is being ended',
      on: {
        'agent.exited': { actions: 'terminate' },
        'daemon.stopping': { actions: 'terminate' },
        'daemon.restarted': { actions: 'terminate' },
        'session.started': { actions: ['record', 'publish'] },
        'turn.ended': { actions: ['record', 'publish'] },
        'item.*': { actions: ['record', 'publish'] },
        'permission.resolved': { actions: ['record', 'publish'] },
        'question.resolved': { actions: ['record', 'publish'] },
        'session.ended': { target: 'ended', actions: ['record', 'publish'] },
        'command.terminate': { actions: 'accept' },
        'command.*': { actions: 'refuse' },
      },
    },
    ended: {
      description: 'Only to be read',
      tags: ['final'],
      on: {
        'command.terminate': { actions: 'accept' },
        'command.*': { actions: 'refuse' },
      },
    },
  },
});
