import type { PermissionReply } from '../../schema/index.js';
import { formContent } from '../elicitation-form.js';
import type { NativeRequest, RequestOf } from './native-requests.js';

/**
 * `always` is for the session: what Codex offers beyond that writes a file of rules that holds for all sessions
 * and for the user's own Codex.
 */
const decisions: Record<PermissionReply, string> = {
  once: 'accept',
  always: 'acceptForSession',
  reject: 'decline',
};

/** The answer to a request for permission. */
export function permissionReply(request: NativeRequest, reply: PermissionReply): unknown {
  switch (request.method) {
    case 'item/permissions/requestApproval':
      return {
        permissions: reply === 'reject' ? {} : granted(request.params.permissions),
        scope: reply === 'always' ? 'session' : 'turn',
      };
    case 'mcpServer/elicitation/request':
      return reply === 'reject'
        ? elicitation('decline', null)
        : elicitation('accept', {}, reply === 'always' ? { persist: 'session' } : null);
    default:
      return { decision: decisions[reply] };
  }
}

/** The answer to questions; null where the human would not answer. */
export function questionReply(request: NativeRequest, answers: string[][] | null): unknown {
  if (request.method === 'item/tool/requestUserInput') return { answers: userInput(request, answers ?? []) };
  if (request.method !== 'mcpServer/elicitation/request' || answers === null)
    return elicitation('decline', null);
  const content = formContent(request.params.requestedSchema, answers);
  return content === null ? elicitation('decline', null) : elicitation('accept', content);
}

/** The answer where nobody gave one. */
export function rejection(request: NativeRequest): unknown {
  return request.method === 'item/tool/requestUserInput'
    ? questionReply(request, null)
    : permissionReply(request, 'reject');
}

function elicitation(action: 'accept' | 'decline', content: unknown, meta: unknown = null) {
  return { action, content, _meta: meta };
}

/** Answers by the names of their questions; one that was passed over has none. */
function userInput({ params }: RequestOf<'item/tool/requestUserInput'>, answers: string[][]) {
  return Object.fromEntries(
    params.questions.flatMap(({ id }, i) => (answers[i]?.length ? [[id, { answers: answers[i] }]] : [])),
  );
}

/** What is granted is what was asked for, less what was not asked for at all. */
function granted(permissions: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(permissions).filter(([, asked]) => asked != null));
}
