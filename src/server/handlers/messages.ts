import { type MessageRequest, ProblemError, type SendMessageResponse } from '../../schema/index.js';
import { randomId, type Session } from '../../sessions/index.js';
import { withImageType } from '../content/attachment-type.js';
import type { Handlers } from './handler.js';
import { wantsRaw } from './wants-raw.js';

export const messageHandlers = {
  postMessage: async ({ sessionId, ...message }, { services: { host } }) =>
    sendMessage(await host.session(sessionId), message),
  postMessageStream: async ({ sessionId, ...input }, { services: { host, hub } }) => {
    const session = await host.session(sessionId);
    const after = hub.committed(session.id);
    const { messageId, disposition } = await sendMessage(session, input);
    const beginsNone = disposition === 'steered' || disposition === 'duplicate';
    const until = beginsNone ? session.runningTurnEnd(messageId) : session.turnEnd(messageId);
    return { sessionId: session.id, after, raw: wantsRaw(input), until };
  },
} satisfies Partial<Handlers>;

async function sendMessage(
  session: Session,
  { message, attachments, messageId, whenBusy }: MessageRequest,
): Promise<SendMessageResponse> {
  const id = messageId ?? `msg_${randomId(16)}`;
  const disposition = await session.command({
    type: 'command.send',
    messageId: id,
    message,
    attachments: (attachments ?? []).map(withImageType),
    whenBusy: whenBusy ?? 'queue',
  });
  if (disposition === null) throw new ProblemError('internal', 'the session returned no disposition');
  return { messageId: id, disposition };
}
