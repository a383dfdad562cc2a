import type { Logger } from 'pino';
import type { Actor } from 'xstate';
import type { AgentProcessOrder, agentProcessMachine } from '../../machines/index.js';
import type { Connection } from '../agents/agent.js';
import type { Effect, Prompt, SessionSettings } from '../schema/index.js';
import type { AgentRunner } from './agent-runner.js';
import { messageOf } from './message-of.js';
import type { TrustEffect } from './trust/index.js';

export interface DeliveryOptions {
  /** The machine that decides when a prompt is delivered; not started yet. */
  process: Actor<typeof agentProcessMachine>;
  runner: Pick<AgentRunner, 'connection' | 'stop'>;
  logger: Pick<Logger, 'warn' | 'error'>;
  isRunning(turnId: string): boolean;
  /** The message of the running turn will never reach the agent. */
  onUnprompted(failure: string | null): void;
  /** A human has decided about the session's folder; resolves when that is remembered. */
  onTrust(effect: TrustEffect): Promise<void>;
  /** The agent was stopped with its session. */
  onStopped(): void;
}

/** Carries out a session's effects on the agent's connection, when its process machine allows it. */
export class Delivery {
  readonly #options: DeliveryOptions;
  /** Messages for a turn whose first one has not been delivered yet. */
  #steered: Prompt[] = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
    // One listener for all: each takes memory in every session.
    options.process.on('*', (order) => this.#carryOut(order));
  }

  /** The effect must be stored. Effects that were committed together must be passed in one tick. */
  perform(effect: Effect): void {
    const { process, runner, isRunning, onStopped } = this.#options;
    switch (effect.type) {
      case 'prompt':
        // The turn may have ended before the effect was stored.
        if (!isRunning(effect.prompt.turnId)) return;
        process.send(effect);
        return queueMicrotask(() => process.send({ type: 'release' }));
      case 'interrupt':
        // It must not interrupt the next turn, or an idle agent, which would be stopped for not responding.
        if (isRunning(effect.turnId)) process.send({ type: 'interrupt' });
        return;
      case 'interruptThread':
        return this.#forward(effect.type, async (connection) => connection.interruptThread?.(effect.thread));
      case 'configure':
        return process.send(effect);
      case 'steer':
        if (process.getSnapshot().matches({ delivery: 'undelivered' })) this.#steered.push(effect.prompt);
        else this.#steer(effect.prompt);
        return;
      case 'reply':
        return this.#forward(effect.type, (connection) =>
          connection.replyPermission(effect.key, effect.reply, effect.message),
        );
      case 'answer':
        return this.#forward(effect.type, (connection) =>
          connection.answerQuestion(effect.key, effect.answers),
        );
      case 'reject':
        return this.#forward(effect.type, (connection) => connection.rejectQuestion(effect.key));
      case 'trust':
        return this.#decide(effect);
      case 'stop':
        // The runner logs failures; the session ends anyway.
        return void runner.stop().then(onStopped, () => {});
    }
  }

  /** The agent starts only then: another session of the folder need not ask. */
  #decide(effect: TrustEffect): void {
    const { process, logger, onTrust } = this.#options;
    void onTrust(effect)
      .catch((error: unknown) => logger.error({ err: error }, 'the decision about the folder was not kept'))
      .then(() => process.send({ type: 'trust.decided' }));
  }

  #carryOut(order: AgentProcessOrder): void {
    switch (order.type) {
      case 'prompt':
        void this.#prompt(order.prompt);
        return this.#steerInto(order.prompt.turnId);
      case 'configure':
        return void this.#configure(order.settings);
      case 'interrupt':
        return this.#forward(order.type, (connection) => connection.interrupt());
      case 'rest':
        return void this.#rest();
      case 'unprompted':
        return this.#options.onUnprompted(order.failure);
    }
  }

  #steerInto(turnId: string): void {
    const steered = this.#steered;
    this.#steered = [];
    // Those of an earlier turn ended with it.
    for (const prompt of steered) if (prompt.turnId === turnId) this.#steer(prompt);
  }

  #steer(prompt: Prompt): void {
    this.#forward('steer', (connection) => connection.steer(prompt));
  }

  async #prompt(prompt: Prompt): Promise<void> {
    const { process, runner, logger } = this.#options;
    try {
      await runner.connection?.prompt(prompt);
    } catch (error) {
      logger.error({ err: error }, 'the agent refused the message');
      process.send({ type: 'prompt.failed', turnId: prompt.turnId, failure: messageOf(error) });
    }
  }

  async #configure(settings: SessionSettings): Promise<void> {
    const { process, runner, logger } = this.#options;
    const { connection } = runner;
    const answer = await connection?.configure(settings).catch((error: unknown) => {
      logger.warn({ err: error }, 'the agent refused its new settings and will be restarted with them');
      return 'restart';
    });
    // The answer of an exited process says nothing about the next one.
    if (connection !== runner.connection) return;
    process.send({ type: answer === 'restart' ? 'settings.refused' : 'settings.taken' });
  }

  async #rest(): Promise<void> {
    const { process, runner, logger } = this.#options;
    const { connection } = runner;
    if (!connection?.rest) return;
    // Messages wait: what the agent reads again for the next one has to be looked at first.
    process.send({ type: 'resting' });
    const isReleased = await connection.rest().catch((error: unknown) => {
      logger.error({ err: error }, 'the agent could not rest');
      return true;
    });
    if (connection === runner.connection) process.send({ type: 'rested', isReleased });
  }

  #forward(what: string, send: (connection: Connection) => Promise<void>): void {
    const { connection } = this.#options.runner;
    if (!connection) return;
    send(connection).catch((error: unknown) => {
      this.#options.logger.error(
        { err: error, effect: what },
        'an effect could not be delivered to the agent',
      );
    });
  }
}
