import { emit, setup } from 'xstate';

export type AgentProcessEvent =
  | { type: 'start' }
  | { type: 'ready' }
  | { type: 'interrupt' }
  | { type: 'turn.ended' }
  | { type: 'stop' }
  | { type: 'exited' };

/** What the supervisor is asked to do. */
export type AgentProcessOrder = { type: 'end'; why: 'start_timeout' | 'interrupt_ignored' | 'stopped' };

export interface AgentProcessInput {
  /** How long the handshake may take. */
  startTimeoutMs: number;
  /** How long an agent may go on with a turn after it was interrupted. */
  interruptTimeoutMs: number;
}

/**
 * The process behind a session: not there until a message needs it, started, ready, stopped. It alone knows time:
 * its clock is the actor's, so tests turn it by hand.
 */
export const agentProcessMachine = setup({
  types: {
    context: {} as AgentProcessInput,
    input: {} as AgentProcessInput,
    events: {} as AgentProcessEvent,
    emitted: {} as AgentProcessOrder,
  },
  delays: {
    startTimeout: ({ context }) => context.startTimeoutMs,
    interruptTimeout: ({ context }) => context.interruptTimeoutMs,
  },
  actions: {
    endUnstarted: emit({ type: 'end', why: 'start_timeout' }),
    endDeaf: emit({ type: 'end', why: 'interrupt_ignored' }),
    end: emit({ type: 'end', why: 'stopped' }),
  },
}).createMachine({
  id: 'agent-process',
  context: ({ input }) => input,
  initial: 'absent',
  states: {
    absent: {
      description: 'No process; the next message starts one',
      on: { start: 'starting' },
    },
    starting: {
      description: 'Spawned, shaking hands',
      after: { startTimeout: { target: 'stopping', actions: 'endUnstarted' } },
      on: { ready: 'ready', exited: 'absent', stop: { target: 'stopping', actions: 'end' } },
    },
    ready: {
      description: 'At work, or waiting for a message',
      on: { interrupt: 'interrupting', exited: 'absent', stop: { target: 'stopping', actions: 'end' } },
    },
    interrupting: {
      description: 'Asked to end its turn; ended if it does not listen',
      after: { interruptTimeout: { target: 'stopping', actions: 'endDeaf' } },
      on: { 'turn.ended': 'ready', exited: 'absent', stop: { target: 'stopping', actions: 'end' } },
    },
    stopping: {
      description: 'Being ended, with all that it started',
      on: { exited: 'absent' },
    },
  },
});
