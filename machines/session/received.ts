import { type Problem, problem } from '../../src/schema/index.js';
import type { SessionContext } from './context.js';
import type { MessageReceipt, QueueCommand, SendCommand } from './inputs.js';
import { get, put } from './ledger.js';
import type { Scribe } from './scribe.js';

type Content = Pick<SendCommand, 'messageId' | 'fingerprint' | 'earlier'>;

/** The receipt of the message that a command is about; null if it was never received. */
export function receiptOf(
  { taken, takenBack }: SessionContext,
  { messageId, earlier }: Pick<SendCommand | QueueCommand, 'messageId' | 'earlier'>,
): MessageReceipt | null {
  const fingerprint = get(taken, messageId) ?? earlier?.fingerprint;
  if (fingerprint === undefined) return null;
  return {
    fingerprint,
    isTakenBack: get(takenBack, messageId) !== undefined || earlier?.isTakenBack === true,
  };
}

export function markReceived(scribe: Scribe, { messageId, fingerprint }: Content): void {
  scribe.remember({ taken: put(scribe.context.taken, messageId, fingerprint) });
}

/** Whether a message was received before, e.g. because a client retried after losing the response. */
export function isDuplicate(context: SessionContext, message: Content): boolean {
  const first = receiptOf(context, message)?.fingerprint;
  // Earlier versions kept no fingerprints.
  return first === '' || first === message.fingerprint;
}

/** The reason to refuse a message whose id was used for another one, or null. */
export function conflictProblem(context: SessionContext, message: Content): Problem | null {
  const { messageId } = message;
  if (receiptOf(context, message) === null || isDuplicate(context, message)) return null;
  const detail = `messageId ${messageId} was used for a message with other content`;
  return problem('message_conflict', detail, { messageId });
}
