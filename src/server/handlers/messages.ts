import { type MessageRequest, ProblemError, type SendMessageResponse } from '../../schema/index.js';
import { fingerprintOf, randomId, type Session } from '../../sessions/index.js';
import { withImageType } from '../content/attachment-type.js';
import type { Handlers } from './handler.js';
import { wantsRaw } from './wants-raw.js';

export const messageHandlers = {
  postMessage: async ({ sessionId, ...message }, { services: { host } }) =>
    sendMessage(await host.session(sessionId), message),
  postMessageStream: async ({ sessionId, until = 'request', ...input }, { services: { host, hub } }) => {
    const session = await host.session(sessionId);
    const after = hub.committed(session.id);
    const stream = await session.stream(commandOf(input), { after, until });
    return { sessionId: session.id, after: stream.after, raw: wantsRaw(input), ending: stream };
  },
} satisfies Partial<Handlers>;

async function sendMessage(session: Session, request: MessageRequest): Promise<SendMessageResponse> {
  const command = commandOf(request);
  const disposition = await session.command(command);
  if (disposition === null) throw new ProblemError('internal', 'the session returned no disposition');
  return { messageId: command.messageId, disposition };
}

function commandOf({ message, attachments, messageId, whenBusy }: MessageRequest) {
  return {
    type: 'command.send' as const,
    messageId: messageId ?? `msg_${randomId(16)}`,
    message,
    attachments: (attachments ?? []).map(withImageType),
    fingerprint: fingerprintOf(message, attachments ?? []),
    whenBusy: whenBusy ?? ('queue' as const),
  };
}
