import type { PermissionReply } from '../../schema/index.js';
import { formContent } from '../kit/elicitation-form.js';
import { defined } from '../kit/record.js';
import type { NativeRequest, RequestOf } from './native-requests.js';

/**
 * `always` means for the session: the wider decisions that Codex offers write a rules file for all sessions and for
 * the user's own Codex.
 */
const decisions: Record<PermissionReply, string> = {
  once: 'accept',
  always: 'acceptForSession',
  reject: 'decline',
};

export function permissionReply({ name, message }: NativeRequest, reply: PermissionReply): unknown {
  switch (name) {
    case 'item/permissions/requestApproval':
      return {
        permissions: reply === 'reject' ? {} : defined(message.params.permissions),
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

/** The answer to questions; null where the human declined. */
export function questionReply({ name, message }: NativeRequest, answers: string[][] | null): unknown {
  if (name === 'item/tool/requestUserInput') return { answers: userInput(message, answers ?? []) };
  if (name !== 'mcpServer/elicitation/request' || answers === null) return elicitation('decline', null);
  const content = formContent(message.params.requestedSchema, answers);
  return content === null ? elicitation('decline', null) : elicitation('accept', content);
}

function elicitation(action: 'accept' | 'decline', content: unknown, meta: unknown = null) {
  return { action, content, _meta: meta };
}

/** Answers by the ids of their questions; a skipped question has none. */
function userInput({ params }: RequestOf<'item/tool/requestUserInput'>, answers: string[][]) {
  return Object.fromEntries(
    params.questions.flatMap(({ id }, i) => (answers[i]?.length ? [[id, { answers: answers[i] }]] : [])),
  );
}
