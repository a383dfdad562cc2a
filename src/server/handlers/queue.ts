import { withImageType } from '../content/attachment-type.js';
import type { Handlers } from './handler.js';

export const queueHandlers = {
  listQueue: async ({ sessionId }, { services: { host } }) => (await host.session(sessionId)).queue,
  updateQueued: async (input, { services: { host } }) => {
    const { sessionId, messageId, message, attachments, position, whenBusy } = input;
    const session = await host.session(sessionId);
    await session.command({
      type: 'command.queue.update',
      messageId,
      revision: 'revision' in input ? input.revision : revisionIn(input['If-Match']),
      message,
      attachments: attachments?.map(withImageType),
      position,
      whenBusy,
    });
    return session.queue;
  },
  removeQueued: async ({ sessionId, messageId }, { services: { host } }) => {
    const session = await host.session(sessionId);
    await session.command({ type: 'command.queue.remove', messageId });
    return session.queue;
  },
} satisfies Partial<Handlers>;

/** No message has it. */
const NO_REVISION = 0;

/** The revision that an If-Match header names, quoted or not; null for `*`, which matches any. */
function revisionIn(ifMatch = ''): number | null {
  const tag = ifMatch.trim();
  if (tag === '*') return null;
  const digits = /^("?)(\d+)\1$/.exec(tag)?.[2];
  return digits === undefined ? NO_REVISION : Number(digits);
}
