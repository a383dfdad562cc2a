import type { ToolKind } from '../../schema/index.js';
import { patchSections } from '../kit/apply-patch.js';
import type { ToolLabel } from '../kit/drafts.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { at } from '../kit/record.js';
import { inWords, mcpTitle, pathsTitle, searchTitle, titleOf } from '../kit/title.js';

export interface LabelContext {
  roots: Roots;
  /** The names of the MCP servers, as far as they are known. */
  servers: readonly string[];
}

type TitleOf = (input: unknown, roots: Roots) => unknown;

const pathIn = (input: unknown, name: string, roots: Roots): string | null => {
  const path = field(input, name);
  return typeof path === 'string' ? shortPath(path, roots) : null;
};
const file: TitleOf = (input, roots) => pathIn(input, 'filePath', roots);
const search: TitleOf = (input, roots) => searchTitle(field(input, 'pattern'), pathIn(input, 'path', roots));
const query: TitleOf = (input) => field(input, 'query');

/** The server's own tools. */
const tools: Readonly<Record<string, readonly [ToolKind, TitleOf]>> = {
  bash: ['execute', (input) => field(input, 'command')],
  read: ['read', file],
  list: ['read', (input, roots) => pathIn(input, 'path', roots)],
  write: ['edit', file],
  edit: ['edit', file],
  multiedit: ['edit', file],
  apply_patch: ['edit', (input, roots) => patchTitle(field(input, 'patchText'), roots)],
  glob: ['search', search],
  grep: ['search', search],
  lsp: ['search', (input, roots) => searchTitle(field(input, 'operation'), pathIn(input, 'filePath', roots))],
  webfetch: ['fetch', (input) => field(input, 'url')],
  websearch: ['fetch', query],
  codesearch: ['fetch', query],
  task: ['agent', (input) => field(input, 'description')],
  todowrite: ['plan', () => 'Update the to-do list'],
  todoread: ['plan', () => 'Read the to-do list'],
  plan_enter: ['plan', () => 'Begin to plan'],
  plan_exit: ['plan', () => 'Finish the plan'],
  question: ['question', (input) => field(at0(field(input, 'questions')), 'question')],
  skill: ['read', (input) => field(input, 'name')],
  invalid: ['other', (input) => `Invalid call of ${String(field(input, 'tool') ?? 'a tool')}`],
};

/** Kind and title of a tool call. Any other tool belongs to an MCP server or a plugin. */
export function labelOf(name: string, input: unknown, { roots, servers }: LabelContext): ToolLabel {
  const [kind, title] = at(tools, name) ?? ['other', () => foreignTitle(name, servers)];
  return { kind, title: titleOf(kind, title(input, roots)) };
}

function patchTitle(patch: unknown, roots: Roots): string | null {
  if (typeof patch !== 'string') return null;
  return pathsTitle(patchSections(patch).map(({ path }) => shortPath(path, roots)));
}

/** The server names the tool of an MCP server after both, without marking where one name ends. */
function foreignTitle(name: string, servers: readonly string[]): string {
  const owner = servers
    .map((server) => server.replace(/[^a-zA-Z0-9_-]/g, '_'))
    .filter((server) => name.startsWith(`${server}_`))
    .sort((a, b) => b.length - a.length)[0];
  return owner === undefined ? inWords(name) : mcpTitle(owner, name.slice(owner.length + 1));
}

const at0 = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
