import type { ToolKind } from '../../schema/index.js';
import type { ToolLabel } from '../kit/drafts.js';
import { mcpTool } from '../kit/mcp-tool.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { at } from '../kit/record.js';
import { inWords, mcpTitle, pathsTitle, searchTitle, titleOf } from '../kit/title.js';
import type { ToolUpdate } from './native.js';
import type { OpenTool } from './state.js';

/** The protocol's kinds in our words. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'execute',
  think: 'think',
  fetch: 'fetch',
};

/** Tools that most agents have, and for which the protocol has no kind. */
const kindsByName: readonly (readonly [RegExp, ToolKind])[] = [
  [/^(todo|update_?plan|write_?todos)/i, 'plan'],
  [/^(ask_?user|question$)/i, 'question'],
  [/^(task|agent|sub_?agent|spawn_?agent|invoke_agent)$/i, 'agent'],
];

export function kindOf({ name, kind }: Pick<OpenTool, 'name' | 'kind'>): ToolKind {
  const named = kindsByName.find(([pattern]) => pattern.test(name))?.[1];
  return named ?? at(kinds, kind) ?? 'other';
}

/**
 * The name of a tool. The protocol has had a field for it only lately; before, agents put it into their extensions, or into
 * the id of the call (`read_file__17`), or call the tool by its name until they know its input.
 */
export function nameOf({ name, title, toolCallId, kind, _meta }: ToolUpdate): string {
  const said = name ?? field(_meta, 'toolName');
  if (typeof said === 'string' && said !== '') return said;
  for (const extension of Object.values(_meta ?? {})) {
    const inside = field(extension, 'toolName');
    if (typeof inside === 'string' && inside !== '') return inside;
  }
  const [prefix, rest] = toolCallId.split('__', 2);
  if (prefix && rest) return prefix;
  if (title && /^[\w.-]{1,60}$/.test(title)) return title;
  return kind ?? 'tool';
}

export function labelOf(tool: OpenTool, roots: Roots): ToolLabel {
  const kind = kindOf(tool);
  return { kind, title: titleOf(kind, ...candidates(tool, kind, roots)) };
}

/** The command that a tool runs; null if that is not known. */
export function commandOf({ input, kind, title }: Pick<OpenTool, 'input' | 'kind' | 'title'>): string | null {
  const command = field(input, 'command') ?? field(input, 'cmd');
  if (typeof command === 'string') return command;
  if (Array.isArray(command)) return command.join(' ');
  return kind === 'execute' && title !== '' ? title : null;
}

function candidates(tool: OpenTool, kind: ToolKind, roots: Roots): (string | null)[] {
  const { input, title, name } = tool;
  const called = mcpTool(name);
  if (called?.tool) return [mcpTitle(called.server, called.tool)];
  const paths = pathsTitle(pathsOf(tool).map((path) => shortPath(path, roots)));
  switch (kind) {
    case 'execute':
      return [commandOf(tool), title, inWords(name)];
    case 'read':
    case 'edit':
    case 'delete':
    case 'move':
      return [paths, title, inWords(name)];
    case 'search': {
      const pattern = field(input, 'pattern') ?? field(input, 'query');
      return [typeof pattern === 'string' ? searchTitle(pattern, paths) : null, title, inWords(name)];
    }
    default:
      return [title, inWords(name)];
  }
}

/** The files that a tool works on. */
export function pathsOf({ paths, changes, input }: Pick<OpenTool, 'paths' | 'changes' | 'input'>): string[] {
  const named = [field(input, 'file_path'), field(input, 'filePath'), field(input, 'path')];
  const all = [...changes.map(({ path }) => path), ...paths];
  const found = all.length > 0 ? all : named.filter((path) => typeof path === 'string');
  return [...new Set(found)];
}
