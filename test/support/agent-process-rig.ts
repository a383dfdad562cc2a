import { createActor, SimulatedClock } from 'xstate';
import {
  type AgentProcessEvent,
  type AgentProcessInput,
  type AgentProcessOrder,
  agentProcessMachine,
} from '../../machines/index.js';
import type { Prompt, SessionSettings } from '../../src/schema/index.js';

export const timeouts: AgentProcessInput = {
  startTimeoutMs: 1000,
  interruptTimeoutMs: 500,
  restTimeoutMs: 10_000,
};

export const promptOf = (turnId: string): Prompt => ({
  turnId,
  messageId: `message of ${turnId}`,
  message: 'hello',
  attachments: [],
});

export const settingsOf = (model: string): SessionSettings => ({
  model,
  variant: null,
  agentMode: 'build',
  permissionMode: 'default',
});

/** Events by a short name, with what a test does not care about filled in. */
export const events = {
  start: { type: 'start' },
  admitted: { type: 'admitted' },
  trusted: { type: 'trust.decided' },
  asked: { type: 'trust.asked' },
  changed: { type: 'trust.changed' },
  resting: { type: 'resting' },
  rested: { type: 'rested', isReleased: true },
  notRested: { type: 'rested', isReleased: false },
  yield: { type: 'yield' },
  prompt: { type: 'prompt', prompt: promptOf('t1') },
  release: { type: 'release' },
  failed: { type: 'prompt.failed', turnId: 't1', failure: 'no room' },
  failedBefore: { type: 'prompt.failed', turnId: 't0', failure: 'no room' },
  configure: { type: 'configure', settings: settingsOf('new') },
  taken: { type: 'settings.taken' },
  refused: { type: 'settings.refused' },
  outdated: { type: 'outdated' },
  interrupt: { type: 'interrupt' },
  turnEnded: { type: 'turn.ended' },
  stop: { type: 'stop' },
  ready: { type: 'ready', settings: settingsOf('old') },
  readyWithNew: { type: 'ready', settings: settingsOf('new') },
  exited: { type: 'exited' },
} as const satisfies Record<string, AgentProcessEvent>;

/** The time-outs, which are no events to the machine: they pass. */
const delays = {
  startTimeout: timeouts.startTimeoutMs,
  interruptTimeout: timeouts.interruptTimeoutMs,
  restTimeout: timeouts.restTimeoutMs,
} as const;

export type Step = keyof typeof events | keyof typeof delays;
export const steps = [...Object.keys(events), ...Object.keys(delays)] as Step[];

/** A process machine with a clock that is turned by hand. */
export class AgentProcessRig {
  readonly clock = new SimulatedClock();
  readonly actor = createActor(agentProcessMachine, { input: timeouts, clock: this.clock });
  /** Orders since they were last looked at. */
  #orders: AgentProcessOrder[] = [];

  constructor(...way: Step[]) {
    this.actor.on('*', (order) => this.#orders.push(order));
    this.actor.start();
    this.take(...way);
    this.#orders = [];
  }

  take(...way: Step[]): this {
    for (const step of way) {
      if (step in delays) this.clock.increment(delays[step as keyof typeof delays]);
      else this.actor.send(events[step as keyof typeof events]);
    }
    return this;
  }

  get value() {
    return this.actor.getSnapshot().value;
  }

  get orders(): AgentProcessOrder[] {
    const orders = this.#orders;
    this.#orders = [];
    return orders;
  }
}
