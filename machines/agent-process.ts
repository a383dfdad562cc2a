import { and, not, or, setup, stateIn } from 'xstate';
import type { ProcessExit, Prompt, SessionSettings } from '../src/schema/index.js';

export type AgentProcessEvent =
  /** The session needs an agent, with or without a message for it. */
  | { type: 'start' }
  /** There is a slot for its process: it may run. */
  | { type: 'admitted' }
  /** It is decided whether the agent may use what its folder brings. */
  | { type: 'trust.decided' }
  /** A human has to decide that, and is asked. */
  | { type: 'trust.asked' }
  /** The decision is no longer the one that the process was started with. */
  | { type: 'trust.changed' }
  /** The agent releases what it keeps from others. */
  | { type: 'resting' }
  | { type: 'rested'; isReleased: boolean }
  /** Another session waits for a slot: an idle agent makes room for it. */
  | { type: 'yield' }
  | { type: 'prompt'; prompt: Prompt }
  /** The effects that were committed together with the prompt were carried out. */
  | { type: 'release' }
  | { type: 'prompt.failed'; turnId: string; failure: string }
  | { type: 'configure'; settings: SessionSettings }
  | { type: 'settings.taken' }
  | { type: 'settings.refused' }
  /** What a process is started with has changed, such as its environment. */
  | { type: 'outdated' }
  | { type: 'interrupt' }
  | { type: 'turn.ended' }
  | { type: 'stop'; because?: EndReason }
  /** The handshake is done. The settings are those that the process was started with. */
  | { type: 'ready'; settings: SessionSettings }
  | { type: 'exited' };

type EndReason = NonNullable<ProcessExit['because']>;

/** Orders to the agent's runner. */
export type AgentProcessOrder =
  /** Takes a slot, or waits for one; answered by `admitted`. */
  | { type: 'take' }
  /** The slot is free again, or no longer waited for. */
  | { type: 'free' }
  /** Looks at what the folder brings; answered by `trust.decided` or `trust.asked`. */
  | { type: 'check' }
  /** Looks whether the decision about the folder is still the same; answered by `trust.decided` or `trust.changed`. */
  | { type: 'recheck' }
  | { type: 'start' }
  | { type: 'prompt'; prompt: Prompt }
  | { type: 'configure'; settings: SessionSettings }
  | { type: 'interrupt' }
  /** Nothing is going on: the agent may release what it keeps from others. Repeated as long as that is so. */
  | { type: 'rest' }
  | { type: 'end'; because: EndReason | null }
  /** The prompt will never reach the agent: it was interrupted first, or the agent refused it. */
  | { type: 'unprompted'; failure: string | null };

export interface AgentProcessInput {
  /** Timeout of the handshake. */
  startTimeoutMs: number;
  /** How long an agent may continue a turn after it was interrupted. */
  interruptTimeoutMs: number;
  /** How long nothing must have gone on before the agent rests. */
  restTimeoutMs: number;
}

export interface AgentProcessContext extends AgentProcessInput {
  /** The prompt of the running turn. */
  prompt: Prompt | null;
  /** The latest settings that the running process was not started with. */
  settings: SessionSettings | null;
}

type EventNamed<T extends AgentProcessEvent['type']> = Extract<AgentProcessEvent, { type: T }>;

const base = setup({
  types: {
    context: {} as AgentProcessContext,
    input: {} as AgentProcessInput,
    events: {} as AgentProcessEvent,
    emitted: {} as AgentProcessOrder,
  },
});

/** The agent can be talked to, though a message may have to wait. */
const running = (['ready', 'resting', 'rested', 'rechecking', 'interrupting'] as const).map((process) =>
  stateIn({ process }),
);

const agentProcess = base.extend({
  delays: {
    startTimeout: ({ context }) => context.startTimeoutMs,
    interruptTimeout: ({ context }) => context.interruptTimeoutMs,
    restTimeout: ({ context }) => context.restTimeoutMs,
  },
  actions: {
    take: base.emit({ type: 'take' }),
    free: base.emit({ type: 'free' }),
    check: base.emit({ type: 'check' }),
    recheck: base.emit({ type: 'recheck' }),
    start: base.emit({ type: 'start' }),
    end: base.emit(({ event }) => ({
      type: 'end',
      because: (event as EventNamed<'stop'>).because ?? null,
    })),
    endUnstarted: base.emit({ type: 'end', because: 'start_timeout' }),
    endDeaf: base.emit({ type: 'end', because: 'interrupt_ignored' }),
    endOutdated: base.emit({ type: 'end', because: 'reconfigured' }),
    endIdle: base.emit({ type: 'end', because: 'yielded' }),
    interrupt: base.emit({ type: 'interrupt' }),
    rest: base.emit({ type: 'rest' }),
    keepPrompt: base.assign({ prompt: ({ event }) => (event as EventNamed<'prompt'>).prompt }),
    forgetPrompt: base.assign({ prompt: null }),
    prompt: base.emit(({ context }) => ({ type: 'prompt', prompt: context.prompt! })),
    withdraw: base.emit({ type: 'unprompted', failure: null }),
    giveUp: base.emit(({ event }) => ({
      type: 'unprompted',
      failure: (event as EventNamed<'prompt.failed'>).failure,
    })),
    keepSettings: base.assign({ settings: ({ event }) => (event as EventNamed<'configure'>).settings }),
    configure: base.emit(({ context }) => ({ type: 'configure', settings: context.settings! })),
  },
  guards: {
    isBeforeStart: or([
      stateIn({ process: 'waiting' }),
      stateIn({ process: 'checking' }),
      stateIn({ process: 'asking' }),
    ]),
    isStarting: stateIn({ process: 'starting' }),
    isRunning: or(running),
    isStarted: or([stateIn({ process: 'starting' }), ...running]),
    isReleased: ({ event }) => (event as EventNamed<'rested'>).isReleased,
    isUpToDate: ({ context, event }) => isSame(context.settings, (event as EventNamed<'ready'>).settings),
    isOver: not(or([stateIn({ process: 'restarting' }), stateIn({ process: 'yielding' })])),
    isIdle: stateIn({ delivery: 'none' }),
    isUndelivered: stateIn({ delivery: 'undelivered' }),
    isDelivered: not(stateIn({ delivery: 'undelivered' })),
    canDeliver: and([stateIn({ process: 'ready' }), stateIn({ settings: 'current' })]),
    mustRestart: and([stateIn({ settings: 'outdated' }), stateIn({ delivery: { undelivered: 'waiting' } })]),
    isSameTurn: ({ context, event }) =>
      context.prompt?.turnId === (event as EventNamed<'prompt.failed'>).turnId,
  },
});

function isSame(a: SessionSettings | null, b: SessionSettings): boolean {
  return (Object.keys(b) as (keyof SessionSettings)[]).every((key) => a?.[key] === b[key]);
}

/**
 * The process behind a session, its settings, and the delivery of the message that starts a turn. A prompt is delivered
 * once the process is ready and has the session's settings: it starts a process if there is none, and restarts one that
 * cannot apply new settings. A process needs a slot, and an idle one gives its slot up if others wait. Before each start it is
 * checked whether the session's folder is trusted, and before the first message after a rest; nobody holds a slot while a
 * human is asked.
 *
 * Orders are emitted, and answered by events. The clock is the actor's, so tests can advance it.
 */
export const agentProcessMachine = agentProcess.createMachine({
  id: 'agent-process',
  context: ({ input }) => ({ ...input, prompt: null, settings: null }),
  type: 'parallel',
  states: {
    process: {
      initial: 'absent',
      on: { exited: { target: '.absent', actions: 'free' } },
      states: {
        absent: {
          description: 'No process; the next message starts one',
          on: {
            start: { target: 'waiting', actions: 'take' },
            prompt: { target: 'waiting', actions: 'take' },
          },
        },
        waiting: {
          description: 'Until fewer agents run',
          on: {
            admitted: { target: 'checking', actions: 'check' },
            interrupt: { guard: 'isUndelivered', target: 'absent', actions: 'free' },
            'turn.ended': { guard: 'isUndelivered', target: 'absent', actions: 'free' },
            stop: { target: 'absent', actions: 'free' },
          },
        },
        checking: {
          description: 'Looking at what the folder brings',
          on: {
            'trust.decided': { target: 'starting', actions: 'start' },
            'trust.asked': { target: 'asking', actions: 'free' },
            interrupt: { guard: 'isUndelivered', target: 'absent', actions: 'free' },
            'turn.ended': { guard: 'isUndelivered', target: 'absent', actions: 'free' },
            stop: { target: 'absent', actions: 'free' },
          },
        },
        asking: {
          description: 'Until a human has decided whether to trust the folder',
          on: {
            // The folder may have changed meanwhile: it is looked at again.
            'trust.decided': { target: 'waiting', actions: 'take' },
            interrupt: { guard: 'isUndelivered', target: 'absent' },
            'turn.ended': { guard: 'isUndelivered', target: 'absent' },
            stop: 'absent',
          },
        },
        starting: {
          description: 'Spawned, shaking hands',
          after: { startTimeout: { target: 'stopping', actions: 'endUnstarted' } },
          on: { ready: 'ready', stop: { target: 'stopping', actions: 'end' } },
        },
        ready: {
          description: 'At work, or waiting for a message',
          always: { guard: 'mustRestart', target: 'restarting', actions: 'endOutdated' },
          after: {
            restTimeout: [
              { guard: 'isIdle', target: 'ready', reenter: true, actions: 'rest' },
              { target: 'ready', reenter: true },
            ],
          },
          on: {
            interrupt: { guard: 'isDelivered', target: 'interrupting', actions: 'interrupt' },
            // The time of rest begins anew.
            'turn.ended': { target: 'ready', reenter: true },
            resting: { guard: 'isIdle', target: 'resting' },
            yield: { guard: 'isIdle', target: 'yielding', actions: 'endIdle' },
            stop: { target: 'stopping', actions: 'end' },
          },
        },
        resting: {
          description: 'Releasing what it keeps from others',
          on: {
            rested: [{ guard: 'isReleased', target: 'rested' }, { target: 'ready' }],
            yield: { guard: 'isIdle', target: 'yielding', actions: 'endIdle' },
            stop: { target: 'stopping', actions: 'end' },
          },
        },
        rested: {
          description: 'Until the next message, for which it reads the folder again',
          always: { guard: 'isUndelivered', target: 'rechecking', actions: 'recheck' },
          on: {
            yield: { target: 'yielding', actions: 'endIdle' },
            stop: { target: 'stopping', actions: 'end' },
          },
        },
        rechecking: {
          description: 'Looking whether the folder brings what it did',
          on: {
            'trust.decided': 'ready',
            'trust.changed': { target: 'restarting', actions: 'endOutdated' },
            stop: { target: 'stopping', actions: 'end' },
          },
        },
        interrupting: {
          description: 'Asked to end its turn',
          after: { interruptTimeout: { target: 'stopping', actions: 'endDeaf' } },
          on: {
            interrupt: { guard: 'isDelivered', actions: 'interrupt' },
            'turn.ended': 'ready',
            stop: { target: 'stopping', actions: 'end' },
          },
        },
        restarting: {
          description: 'For new settings, or another folder',
          on: {
            exited: { guard: 'isUndelivered', target: 'checking', actions: 'check' },
            stop: 'stopping',
          },
        },
        yielding: {
          description: 'Making room for others',
          on: {
            exited: { guard: 'isUndelivered', target: 'waiting', actions: ['free', 'take'] },
            stop: 'stopping',
          },
        },
        stopping: {
          description: 'Being ended, with all that it started',
        },
      },
    },
    settings: {
      initial: 'current',
      on: {
        // The next process is started with the session's settings at that time.
        exited: '.current',
        outdated: { guard: 'isStarted', target: '.outdated' },
      },
      states: {
        current: {
          description: 'The process has those of the session',
          on: {
            configure: [
              { guard: 'isRunning', target: 'taking', actions: ['keepSettings', 'configure'] },
              { guard: 'isStarting', target: 'deferred', actions: 'keepSettings' },
            ],
          },
        },
        deferred: {
          description: 'Changed while the process starts',
          on: {
            configure: { actions: 'keepSettings' },
            ready: [
              { guard: 'isUpToDate', target: 'current' },
              { target: 'taking', actions: 'configure' },
            ],
          },
        },
        taking: {
          description: 'Sent to the agent',
          on: {
            'settings.taken': 'current',
            'settings.refused': 'outdated',
            configure: { target: 'superseded', actions: 'keepSettings' },
          },
        },
        superseded: {
          description: 'Changed again meanwhile',
          on: {
            'settings.taken': { target: 'taking', actions: 'configure' },
            'settings.refused': 'outdated',
            configure: { actions: 'keepSettings' },
          },
        },
        outdated: {
          description: 'The next message restarts it',
        },
      },
    },
    delivery: {
      initial: 'none',
      states: {
        none: {
          description: 'No message of ours',
          on: { prompt: { target: 'undelivered', actions: 'keepPrompt' } },
        },
        undelivered: {
          initial: 'held',
          on: {
            interrupt: { target: 'none', actions: ['forgetPrompt', 'withdraw'] },
            'turn.ended': { target: 'none', actions: 'forgetPrompt' },
            exited: { guard: 'isOver', target: 'none', actions: 'forgetPrompt' },
            stop: { guard: 'isBeforeStart', target: 'none', actions: 'forgetPrompt' },
          },
          states: {
            held: {
              description: 'Until the effects of the same commit are carried out',
              on: { release: 'waiting' },
            },
            waiting: {
              description: 'For the process and its settings',
              always: { guard: 'canDeliver', target: '#delivered', actions: 'prompt' },
            },
          },
        },
        delivered: {
          id: 'delivered',
          description: 'Handed to the connection',
          on: {
            'prompt.failed': { guard: 'isSameTurn', target: 'none', actions: ['forgetPrompt', 'giveUp'] },
            'turn.ended': { target: 'none', actions: 'forgetPrompt' },
            exited: { target: 'none', actions: 'forgetPrompt' },
          },
        },
      },
    },
  },
});
