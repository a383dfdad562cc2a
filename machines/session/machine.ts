import { initialContext } from './context.js';
import { session } from './rulings.js';

/**
 * A session. Inputs (commands, drafts, exits of the agent) are decided on by rulings; a ruling raises universal events,
 * and only those change state. Replaying the log through the machine therefore restores it: live and replayed events
 * take the same path.
 *
 * `ending` and `interrupting` are the exceptions: they are requests in progress, for which there is no event yet.
 */
export const sessionMachine = session.createMachine({
  id: 'session',
  context: ({ input }) => initialContext(input),
  initial: 'starting',
  states: {
    starting: {
      description: 'The agent is starting; messages are queued',
      on: {
        'agent.ready': { actions: 'beginSession' },
        'agent.exited': { actions: 'failStart' },
        'draft.*': { actions: 'applyDraft' },
        'daemon.stopping': { actions: 'hold' },
        'daemon.restarted': { actions: 'recover' },
        'daemon.failed': { actions: 'fail' },
        'session.started': { target: 'live', actions: ['record', 'publish'] },
        'command.send': [
          { guard: 'isDuplicate', actions: 'acceptDuplicate' },
          { guard: 'isConflict', actions: 'refuse' },
          { guard: 'isQueueFull', actions: 'refuse' },
          { actions: ['queueLast', 'acceptQueued'] },
        ],
        'command.queue.*': [
          { guard: 'isRefused', actions: 'refuse' },
          { actions: ['changeQueue', 'accept'] },
        ],
        'command.interrupt': { guard: 'isOfTurn', actions: 'accept' },
        'command.terminate': { target: 'ending', actions: ['stopAgent', 'accept'] },
        'command.*': { actions: 'refuse' },
      },
    },
    live: {
      description: 'Accepting messages',
      type: 'parallel',
      on: {
        'agent.ready': { actions: 'beginSession' },
        'agent.exited': { actions: 'handleAgentExit' },
        'draft.*': { actions: 'applyDraft' },
        'daemon.stopping': { actions: 'hold' },
        'daemon.restarted': { actions: 'recover' },
        'daemon.failed': { actions: 'fail' },
        'command.configure': { actions: ['configure', 'accept'] },
        'command.queue.*': [
          { guard: 'isRefused', actions: 'refuse' },
          { actions: ['changeQueue', 'accept'] },
        ],
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
              description: 'No turn is running',
              on: {
                'command.send': [
                  { guard: 'isDuplicate', actions: 'acceptDuplicate' },
                  { guard: 'isConflict', actions: 'refuse' },
                  { guard: 'isQueueFullBeforeStart', actions: 'refuse' },
                  { guard: 'awaitsTrust', actions: ['queueLast', 'acceptQueued'] },
                  { actions: ['beginTurn', 'acceptStarted'] },
                ],
                'command.interrupt': { guard: 'isOfTurn', actions: ['interruptThreads', 'accept'] },
                'turn.started': { target: 'running', actions: ['record', 'publish'] },
                error: { guard: 'isOverflow', actions: ['record', 'publish', 'interruptThreads'] },
              },
            },
            running: {
              description: 'The agent is working',
              initial: 'active',
              on: {
                'turn.ended': { target: 'idle', actions: ['record', 'publish'] },
                'agent.unprompted': { actions: 'failTurn' },
                'command.send': [
                  { guard: 'isDuplicate', actions: 'acceptDuplicate' },
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
                    'command.interrupt': {
                      guard: 'isOfTurn',
                      target: 'interrupting',
                      actions: ['interruptAgent', 'accept'],
                    },
                    error: {
                      guard: 'isOverflow',
                      target: 'interrupting',
                      actions: ['record', 'publish', 'interruptAgent'],
                    },
                    'command.queue.update': [
                      { guard: 'isRefused', actions: 'refuse' },
                      { guard: 'isSteer', actions: ['steerQueued', 'acceptSteered'] },
                      {
                        guard: 'isInterrupt',
                        target: 'interrupting',
                        actions: ['changeQueue', 'interruptAgent', 'accept'],
                      },
                    ],
                  },
                },
                interrupting: {
                  description: 'The agent was asked to stop',
                  on: {
                    'command.interrupt': { guard: 'isOfTurn', actions: 'accept' },
                    'command.send': { guard: 'isSteerTooLate', actions: ['queueLast', 'acceptQueued'] },
                    'draft.turn.ended': { actions: 'endInterruptedTurn' },
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
              description: 'No pending requests',
              on: {
                'permission.requested': { target: 'waiting', actions: ['record', 'publish'] },
                'question.requested': { target: 'waiting', actions: ['record', 'publish'] },
                'command.reply': { actions: 'refuse' },
                'command.answer': { actions: 'refuse' },
                'command.reject': { actions: 'refuse' },
              },
            },
            waiting: {
              description: 'Waiting for a human',
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
                'request.expired': { actions: 'expire' },
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
        threads: {
          initial: 'none',
          states: {
            none: {
              description: 'No sub-agent is working',
              on: {
                'item.started': { guard: 'isRun', target: 'running' },
                'command.interrupt': { guard: 'isOfThread', actions: 'refuse' },
              },
            },
            running: {
              description: 'Sub-agents are working',
              on: {
                'item.completed': { guard: 'isLastRun', target: 'none' },
                'command.interrupt': [
                  { guard: 'isOfRunningThread', actions: ['interruptThread', 'accept'] },
                  { guard: 'isOfThread', actions: 'refuse' },
                ],
              },
            },
          },
        },
        items: {
          initial: 'none',
          states: {
            none: {
              description: 'No open items',
              on: { 'item.started': { target: 'open', actions: ['record', 'publish'] } },
            },
            open: {
              description: 'Items are streaming in',
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
      description: 'Terminated; the agent is shutting down',
      on: {
        'agent.exited': { actions: 'terminate' },
        'daemon.stopping': { actions: 'terminate' },
        'daemon.restarted': { actions: 'terminate' },
        'daemon.failed': { actions: 'terminate' },
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
      description: 'Read-only',
      tags: ['final'],
      on: {
        'command.terminate': { actions: 'accept' },
        'command.*': { actions: 'refuse' },
      },
    },
  },
});
