import { type MessageReceipt, receiptOf, type SessionContext } from '../../machines/index.js';
import type { Receipt } from '../log/index.js';
import type { Disposition } from '../schema/index.js';
import type { UntimedCommand } from './untimed.js';

export type MessageCommand = Extract<UntimedCommand, { messageId: string }>;

export interface ReceiptsOptions {
  /** Whether the session was loaded: its machine knows none of the messages before. */
  isLoaded: boolean;
  /** Receipts that the log does not have yet. */
  unstored: readonly Receipt[];
  find(messageId: string): Promise<Receipt | null>;
}

/** Remembers the messages that a session has accepted, in the log, since they are too many for its machine. */
export class Receipts {
  readonly #options: ReceiptsOptions;
  readonly #unstored: Map<string, Receipt>;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
    this.#unstored = new Map(options.unstored.map((receipt) => [receipt.messageId, receipt]));
  }

  /** The receipt of a message that the machine has forgotten; a promise if the log has to be asked. */
  earlier(
    context: SessionContext,
    command: MessageCommand,
  ): MessageReceipt | null | Promise<MessageReceipt | null> {
    const { messageId } = command;
    const unstored = this.#unstored.get(messageId);
    if (unstored || receiptOf(context, command)) return unstored ?? null;
    const { isLoaded, find } = this.#options;
    return isLoaded || hasForgotten(context) ? find(messageId) : null;
  }

  /** Notes what a command that was accepted has changed. */
  note(context: SessionContext, command: MessageCommand, disposition: Disposition | null): void {
    const isNew = command.type === 'command.send' && disposition !== 'duplicate';
    if (!isNew && command.type !== 'command.queue.remove') return;
    const receipt = receiptOf(context, command);
    if (receipt) this.#unstored.set(command.messageId, { messageId: command.messageId, ...receipt });
  }

  /** New and changed receipts. They count as stored then. */
  takeChanges(): Receipt[] {
    const receipts = [...this.#unstored.values()];
    this.#unstored.clear();
    return receipts;
  }
}

/** Whether there were more messages than the machine remembers. */
function hasForgotten({ taken }: SessionContext): boolean {
  return taken.count > taken.full.reduce((sum, { entries }) => sum + entries.length, taken.last.length);
}
