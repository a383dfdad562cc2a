import type { ToolKind } from '../../schema/index.js';
import type { ToolLabel } from '../kit/drafts.js';
import { mcpTool } from '../kit/mcp-tool.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { inWords, mcpTitle, searchTitle, titleOf } from '../kit/title.js';

/** Includes tools of other versions. Tools that are not listed are `other`. */
const toolsByKind: Partial<Record<ToolKind, readonly string[]>> = {
  read: ['Read', 'NotebookRead', 'ReadMcpResourceTool'],
  edit: ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'],
  search: ['Grep', 'Glob', 'LS', 'LSP', 'ToolSearch', 'ListMcpResourcesTool'],
  execute: ['Bash', 'PowerShell', 'REPL', 'Monitor', 'code_execution', 'bash_code_execution'],
  fetch: ['WebFetch', 'WebSearch', 'web_fetch', 'web_search'],
  plan: ['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet', 'EnterPlanMode', 'ExitPlanMode'],
  agent: ['Agent', 'Task', 'SendMessage', 'Workflow'],
  question: ['AskUserQuestion'],
};

const kinds: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(toolsByKind).flatMap(([kind, tools]) => tools.map((tool) => [tool, kind as ToolKind])),
);

/** The kind and title of a tool call. While its input streams, it is empty. */
export function labelOf(tool: string, input: unknown, roots: Roots): ToolLabel {
  const called = mcpTool(tool);
  if (called !== null && called.tool !== null)
    return { kind: 'other', title: titleOf('other', mcpTitle(called.server, called.tool)) };
  const kind = kinds.get(tool) ?? 'other';
  return { kind, title: titleOf(kind, ...candidates(tool, kind, input, roots)) };
}

/** Possible titles, the best first. */
function candidates(tool: string, kind: ToolKind, input: unknown, roots: Roots): unknown[] {
  const given = (name: string) => field(input, name);
  const short = (path: unknown) => (typeof path === 'string' ? shortPath(path, roots) : null);
  switch (kind) {
    case 'read':
    case 'edit':
      return [short(given('file_path')), short(given('notebook_path')), given('uri')];
    case 'search':
      return [searchTitle(given('pattern') ?? given('query'), short(given('path')) ?? glob(given('glob')))];
    case 'execute':
      return [given('command'), given('code')];
    case 'fetch':
      return [given('url'), given('query')];
    case 'plan':
      return [planTitle(tool, input)];
    case 'agent':
      return [given('description'), given('summary'), given('prompt'), given('name')];
    case 'question':
      return [field(field(given('questions'), '0'), 'question')];
    default:
      return [given('skill'), given('description'), wordsOf(tool)];
  }
}

const glob = (pattern: unknown) => (typeof pattern === 'string' ? pattern : null);

function planTitle(tool: string, input: unknown): unknown {
  const id = field(input, 'taskId');
  switch (tool) {
    case 'TaskCreate':
      return field(input, 'subject');
    case 'TaskUpdate': {
      const change = field(input, 'status') ?? field(input, 'subject') ?? 'changed';
      return id === undefined ? null : `Task ${id}: ${inWords(String(change))}`;
    }
    case 'TaskGet':
      return id === undefined ? null : `Task ${id}`;
    case 'TodoWrite':
      return null;
    default:
      return wordsOf(tool);
  }
}

/** `CronCreate` → `Cron create`. */
function wordsOf(tool: string): string {
  const words = inWords(tool.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')).toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
