import type { PermissionReply } from '../../schema/index.js';
import { APPROVE, isPlan, questionsOf, REJECT, type ToolRequest } from './requests.js';
import { fileTools, pathOf } from './tools.js';

/** What the CLI takes as an answer to its question whether a tool may be used. */
export type Decision =
  | { behavior: 'allow'; updatedInput: Record<string, unknown>; updatedPermissions?: Rule[] }
  // Never with `interrupt`: to say no to a tool is not to end the turn.
  | { behavior: 'deny'; message: string };

interface Rule {
  type: 'addRules';
  rules: unknown[];
  behavior: 'allow';
  /** The session's own memory: a reply must not write into the user's settings. */
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
 * The rule that `always` makes. The suggestions are alternatives, so that only one is taken. Where the CLI suggests no
 * rule it means that none can be told apart safely, and the reply counts once; but for an edit, where its suggestion
 * would allow more than edits, it is a rule for the one file.
 */
function ruleFor(request: ToolRequest): Rule | null {
  for (const { type, behavior, rules } of request.permission_suggestions ?? []) {
    if (type === 'addRules' && behavior === 'allow' && Array.isArray(rules)) return ruleOf(rules);
  }
  const path = pathOf(request.input);
  if (!fileTools.has(request.tool_name) || path === null || !isPlain(path)) return null;
  // Two slashes: an absolute path. `Edit` stands for all tools that change files.
  return ruleOf([{ toolName: 'Edit', ruleContent: `/${path}` }]);
}

const ruleOf = (rules: unknown[]): Rule => ({
  type: 'addRules',
  rules,
  behavior: 'allow',
  destination: 'session',
});

/** Whether a path, read as a pattern, means itself only. */
const isPlain = (path: string) => path.startsWith('/') && !/[*?[\]{}()!\\]/.test(path);

export function answer(request: ToolRequest, answers: readonly string[][]): Decision {
  if (isPlan(request)) return answerPlan(request, answers[0]?.[0]);
  const given: Record<string, string> = {};
  for (const [i, { prompt }] of (questionsOf(request) ?? []).entries()) {
    const labels = answers[i] ?? [];
    if (labels.length > 0) given[prompt] = labels.join(', ');
  }
  return { behavior: 'allow', updatedInput: { ...request.input, answers: given } };
}

/** Other words than the two that were offered tell what is wrong with the plan. */
function answerPlan(request: ToolRequest, word: string | undefined): Decision {
  if (word === APPROVE) return allow(request);
  return word === undefined || word === REJECT ? refuse(request) : deny(word);
}

export function refuse(request: ToolRequest): Decision {
  return deny(isPlan(request) ? 'The user rejected the plan.' : 'The user did not want to answer.');
}
