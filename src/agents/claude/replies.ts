import type { PermissionReply } from '../../schema/index.js';
import { APPROVE, isPlan, questionsOf, REJECT, type ToolRequest } from './requests.js';
import { fileTools, pathOf } from './tools.js';

/** The response to a `can_use_tool` request. */
export type Decision =
  | { behavior: 'allow'; updatedInput: Record<string, unknown>; updatedPermissions?: Rule[] }
  // Never with `interrupt`: rejecting a tool must not end the turn.
  | { behavior: 'deny'; message: string };

interface Rule {
  type: 'addRules';
  rules: unknown[];
  behavior: 'allow';
  /** In memory only: a reply must not change the user's settings. */
  destination: 'session';
}

const allow = ({ input }: ToolRequest) => ({ behavior: 'allow' as const, updatedInput: input });
const deny = (message: string): Decision => ({ behavior: 'deny', message });

export function decide(request: ToolRequest, reply: PermissionReply, message: string | null): Decision {
  if (reply === 'reject') return deny(message || 'The user does not want this tool to be used.');
  const rule = reply === 'always' ? ruleFor(request) : null;
  return { ...allow(request), ...(rule === null ? {} : { updatedPermissions: [rule] }) };
}

/**
 * The rule behind `always`. Suggestions are alternatives, so only the first is used. If the CLI suggests no rule, no
 * safe one exists and the reply counts once. The exception are edits, for which the CLI suggests a mode that allows more
 * than edits: they get a rule for the one file.
 */
function ruleFor(request: ToolRequest): Rule | null {
  for (const { type, behavior, rules } of request.permission_suggestions ?? []) {
    if (type === 'addRules' && behavior === 'allow' && Array.isArray(rules)) return ruleOf(rules);
  }
  const path = pathOf(request.input);
  if (!fileTools.has(request.tool_name) || path === null || !isPlain(path)) return null;
  // A leading double slash marks an absolute path. `Edit` covers all tools that change files.
  return ruleOf([{ toolName: 'Edit', ruleContent: `/${path}` }]);
}

const ruleOf = (rules: unknown[]): Rule => ({
  type: 'addRules',
  rules,
  behavior: 'allow',
  destination: 'session',
});

/** Whether a path contains no pattern syntax and so matches only itself. */
const isPlain = (path: string) => path.startsWith('/') && !/[*?[\]{}()!\\]/.test(path);

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
