import { z } from 'zod';
import { GUARDED_REASON } from '../kit/edit-policy.js';
import { namesRules } from '../kit/guarded-files.js';
import { mcpTool } from '../kit/mcp-tool.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { inWords } from '../kit/title.js';
import { fileTools, pathOf } from './changes.js';
import type { NativeOf } from './native.js';

type ToolRequest = NativeOf<'control_request/can_use_tool'>['request'];

/** A permission rule of the CLI. */
export interface Rule {
  type: 'addRules';
  rules: unknown[];
  behavior: 'allow';
  /** In memory only: a reply must not change the user's settings. */
  destination: 'session';
}

/**
 * The rule behind `always`; null if there is none, and the reply is not possible. Suggestions are alternatives, so only
 * the first is used. If the CLI suggests no rule, no safe one exists. The exception are edits, for which the CLI suggests
 * a mode that allows more than edits: they get a rule for the one file.
 */
export function ruleFor(request: ToolRequest): Rule | null {
  if (isGuarded(request)) return null;
  for (const { type, behavior, rules } of request.permission_suggestions ?? []) {
    if (type === 'addRules' && behavior === 'allow' && Array.isArray(rules)) return ruleOf(rules);
  }
  const path = pathOf(request.input);
  if (!fileTools.has(request.tool_name) || path === null || !isPlain(path)) return null;
  // A leading double slash marks an absolute path. `Edit` covers all tools that change files.
  return ruleOf([{ toolName: 'Edit', ruleContent: `/${path}` }]);
}

/** Each change of an agent's rules is asked for. */
function isGuarded({ tool_name, input, decision_reason }: ToolRequest): boolean {
  if (decision_reason === GUARDED_REASON) return true;
  const path = fileTools.has(tool_name) ? pathOf(input) : null;
  return path !== null && namesRules(path);
}

const ruleOf = (rules: unknown[]): Rule => ({
  type: 'addRules',
  rules,
  behavior: 'allow',
  destination: 'session',
});

/** Whether a path contains no pattern syntax and so matches only itself. */
const isPlain = (path: string) => path.startsWith('/') && !/[*?[\]{}()!\\]/.test(path);

const RuleValue = z.object({ toolName: z.string(), ruleContent: z.string().optional() });

/** Describes what a rule covers. */
export function scopeOf({ rules }: Rule, roots: Roots): string {
  const covered = rules.flatMap((rule) => {
    const parsed = RuleValue.safeParse(rule);
    return parsed.success ? [coverage(parsed.data, roots)] : [];
  });
  return `${covered.join(' and ') || 'uses of this tool'} in this session`;
}

function coverage({ toolName: tool, ruleContent: content }: z.infer<typeof RuleValue>, roots: Roots): string {
  const called = mcpTool(tool);
  if (called !== null)
    return `${called.tool === null ? 'all tools' : `the tool "${inWords(called.tool)}"`} of the MCP server ${inWords(called.server)}`;
  switch (tool) {
    case 'Bash':
      return content === undefined ? 'all commands' : commands(content);
    case 'Edit':
    case 'Write':
      return content === undefined ? 'all edits' : `edits of ${files(content, roots)}`;
    case 'Read':
      return content === undefined ? 'reading any file' : `reading ${files(content, roots)}`;
    case 'WebFetch':
      return content === undefined
        ? 'fetching from any site'
        : `fetching from ${content.replace(/^domain:/, '')}`;
    case 'WebSearch':
      return 'web searches';
    default:
      return content === undefined ? `uses of ${tool}` : `uses of ${tool} for ${quoted(content)}`;
  }
}

/** `npm run *` and `npm run:*` are prefixes. */
function commands(pattern: string): string {
  const [, prefix] = /^([^*]*[^*\s:])(?: |:)\*$/s.exec(pattern) ?? [];
  if (prefix !== undefined) return `commands that begin with ${quoted(prefix)}`;
  return `${pattern.includes('*') ? 'commands like' : 'the command'} ${quoted(pattern)}`;
}

/** Two leading slashes mark an absolute path, one is relative to the settings. */
function files(pattern: string, roots: Roots): string {
  const path = pattern.replace(/^\/\//, '/');
  const folder = /^(.+)\/\*\*$/.exec(path)?.[1];
  return folder === undefined ? shortPath(path, roots) : `files in ${shortPath(folder, roots)}`;
}

const LENGTH = 100;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length <= LENGTH ? line : `${[...line].slice(0, LENGTH).join('')}…`}"`;
}
