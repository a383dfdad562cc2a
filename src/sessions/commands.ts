import type { Actor } from 'xstate';
import { receiptOf, type SessionEmitted, type sessionMachine } from '../../machines/index.js';
import type { Problem } from '../schema/index.js';
import { CommandOrder } from './command-order.js';
import type { Receipts } from './receipts.js';
import type { UntimedCommand } from './untimed.js';

export type Answer = Extract<SessionEmitted, { type: 'accepted' | 'refused' }>;

export interface CommandsOptions {
  actor: Actor<typeof sessionMachine>;
  receipts: Receipts;
  dispatch(command: UntimedCommand): void;
  /** Why the agent cannot be started; null if it can. */
  unavailable(): Problem | null;
}

/** Has a session's machine decide on commands. */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #order = new CommandOrder();

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  /**
   * Decides on a command, after those before it. What the machine has forgotten of a message is looked up first. `take`
   * is called with the answer in the same tick.
   */
  decide<T>(command: UntimedCommand, take: (answer: Answer | undefined) => T): T | Promise<T> {
    if (!('messageId' in command)) return this.#order.run(null, () => take(this.#answerTo(command)));
    const { actor, receipts } = this.#options;
    const known = receipts.earlier(actor.getSnapshot().context, command);
    return this.#order.run(known, (earlier) => take(this.#answerTo({ ...command, earlier })));
  }

  /** The machine answers a command synchronously. */
  #answerTo(command: UntimedCommand): Answer | undefined {
    const { actor, receipts, dispatch } = this.#options;
    const refused = this.#refused(command);
    if (refused) return refused;
    const answers: Answer[] = [];
    const note = (answer: Answer) => void answers.push(answer);
    const listening = [actor.on('accepted', note), actor.on('refused', note)];
    dispatch(command);
    for (const subscription of listening) subscription.unsubscribe();
    const answer = answers.at(-1);
    if (answer?.type === 'accepted' && 'messageId' in command)
      receipts.note(actor.getSnapshot().context, command, answer.disposition);
    return answer;
  }

  /** A message that no agent can be started for is not accepted. One that was accepted before is a duplicate. */
  #refused(command: UntimedCommand): Answer | null {
    if (command.type !== 'command.send') return null;
    const { actor, unavailable } = this.#options;
    const problem = unavailable();
    if (problem === null || receiptOf(actor.getSnapshot().context, command) !== null) return null;
    return { type: 'refused', command: command.type, problem };
  }
}
