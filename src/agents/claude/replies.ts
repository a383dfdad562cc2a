import type { PermissionReply } from '../../schema/index.js';
import { type Rule, ruleFor } from './always.js';
import { APPROVE, isPlan, questionsOf, REJECT, type ToolRequest } from './requests.js';

/** The response to a `can_use_tool` request. */
export type Decision =
  | { behavior: 'allow'; updatedInput: Record<string, unknown>; updatedPermissions?: Rule[] }
  // Never with `interrupt`: rejecting a tool must not end the turn.
  | { behavior: 'deny'; message: string };

const allow = ({ input }: ToolRequest) => ({ behavior: 'allow' as const, updatedInput: input });
const deny = (message: string): Decision => ({ behavior: 'deny', message });

export function decide(request: ToolRequest, reply: PermissionReply, message: string | null): Decision {
  if (reply === 'reject') return deny(message || 'The user does not want this tool to be used.');
  const rule = reply === 'always' ? ruleFor(request) : null;
  return { ...allow(request), ...(rule === null ? {} : { updatedPermissions: [rule] }) };
}

export function answer(request: ToolRequest, answers: readonly string[][]): Decision {
  if (isPlan(request)) return answerPlan(request, answers[0]?.[0]);
  const byPrompt: Record<string, string> = {};
  for (const [i, { prompt }] of (questionsOf(request) ?? []).entries()) {
    const labels = answers[i] ?? [];
    if (labels.length > 0) byPrompt[prompt] = labels.join(', ');
  }
  return { behavior: 'allow', updatedInput: { ...request.input, answers: byPrompt } };
}

/** Any answer other than the two options is feedback on the plan. */
function answerPlan(request: ToolRequest, answer: string | undefined): Decision {
  if (answer === APPROVE) return allow(request);
  return answer === undefined || answer === REJECT ? refuse(request) : deny(answer);
}

export function refuse(request: ToolRequest): Decision {
  return deny(isPlan(request) ? 'The user rejected the plan.' : 'The user did not want to answer.');
}
