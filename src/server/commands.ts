import { type Disposition, type MessageRequest, ProblemError } from '../schema/index.js';
import type { Session } from '../sessions/index.js';
import { randomId } from '../sessions/index.js';
import { typed } from './attachments.js';

/** Sends a message, whichever door it came through. */
export async function sendMessage(
  session: Session,
  { message, attachments, messageId, whenBusy }: MessageRequest,
): Promise<{ messageId: string; disposition: Disposition }> {
  const id = messageId ?? `msg_${randomId(16)}`;
  const disposition = await session.command({
    type: 'command.send',
    messageId: id,
    message,
    attachments: (attachments ?? []).map(typed),
    whenBusy: whenBusy ?? 'queue',
  });
  if (disposition === null)
    throw new ProblemError('internal', 'the session did not say what became of the message');
  return { messageId: id, disposition };
}
