import { type Effect, type PermissionReply, TRUST_FOLDER } from '../../src/schema/index.js';
import type { PendingRequest, SessionContext } from './context.js';

/** Whether a request is the daemon's own, about the session's folder. */
function isAboutFolder(request: PendingRequest): boolean {
  return request.kind === 'permission' && request.data.action === TRUST_FOLDER;
}

/** Whether the agent may not start before a human has decided about the folder, so that messages have to wait. */
export function awaitsTrust({ pending }: SessionContext): boolean {
  return Object.values(pending).some(isAboutFolder);
}

/** What a reply brings about: the daemon's own request is no matter of the agent. */
export function replyEffect(request: PendingRequest, reply: PermissionReply, message: string | null): Effect {
  if (!isAboutFolder(request)) return { type: 'reply', key: request.key, reply, message };
  const { native } = (request.data.metadata ?? {}) as { native?: { contents?: unknown } };
  return { type: 'trust', reply, contents: String(native?.contents ?? '') };
}
