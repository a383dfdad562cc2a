import { z } from 'zod';
import type { ProposedChange, ToolKind } from '../../schema/index.js';
import { type PatchSection, patchSections } from '../kit/apply-patch.js';
import type { ToolLabel } from '../kit/drafts.js';
import { mcpTool } from '../kit/mcp-tool.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { at } from '../kit/record.js';
import { inWords, mcpTitle, pathsTitle, searchTitle, titleOf } from '../kit/title.js';

/**
 * Amp's tools, by their names in its list of permissions. Their inputs and outputs are undocumented: the fields below are
 * taken from public examples, and anything else is passed through unchanged.
 */
const kinds: Readonly<Record<string, ToolKind>> = {
  ...named('execute', ['Bash', 'shell_command', 'async_shell_command']),
  ...named('read', ['Read', 'list_directory', 'view_media', 'look_at', 'read_thread', 'get_diagnostics']),
  ...named('search', ['Grep', 'Glob', 'glob', 'finder', 'find_thread', 'search_amp_documentation']),
  ...named('search', ['codebase_search_agent']),
  ...named('fetch', ['read_web_page', 'web_search']),
  ...named('edit', ['edit_file', 'create_file', 'apply_patch', 'undo_edit']),
  ...named('delete', ['delete_file']),
  ...named('agent', ['Task', 'oracle']),
  ...named('plan', ['todo_write', 'todo_read', 'task_list']),
};

function named(kind: ToolKind, names: readonly string[]): Record<string, ToolKind> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const kindOf = (tool: string): ToolKind => at(kinds, tool) ?? 'other';

export const isCommand = (tool: string) => kindOf(tool) === 'execute';
export const isEdit = (tool: string) => kindOf(tool) === 'edit' || kindOf(tool) === 'delete';

const Input = z.object({
  cmd: z.string().optional(),
  command: z.string().optional(),
  path: z.string().optional(),
  file_path: z.string().optional(),
  content: z.string().optional(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
  replace_all: z.boolean().optional(),
});

/** Kind and title of a tool call. */
export function labelOf(tool: string, input: unknown, roots: Roots): ToolLabel {
  const kind = kindOf(tool);
  const get = (name: string) => field(input, name);
  const paths = pathsOf(tool, input).map((path) => shortPath(path, roots));
  const title = (): readonly unknown[] => {
    switch (kind) {
      case 'execute':
        return [commandOf(tool, input)];
      case 'search':
        return [searchTitle(get('pattern') ?? get('filePattern') ?? get('query'), pathsTitle(paths))];
      case 'fetch':
        return [get('url'), get('query'), get('objective')];
      case 'agent':
        return [get('description'), get('task'), get('prompt')];
      case 'plan':
        return [at(planTitles, tool)];
      case 'other':
        return [mcpToolTitle(tool) ?? inWords(tool)];
      default:
        return [pathsTitle(paths)];
    }
  };
  return { kind, title: titleOf(kind, ...title()) };
}

const planTitles: Readonly<Record<string, string>> = {
  todo_write: 'Update the to-do list',
  todo_read: 'Read the to-do list',
};

function mcpToolTitle(tool: string): string | null {
  const called = mcpTool(tool);
  return called === null || called.tool === null ? null : mcpTitle(called.server, called.tool);
}

export function commandOf(tool: string, input: unknown): string | null {
  if (!isCommand(tool)) return null;
  const { data } = Input.safeParse(input);
  return data?.cmd ?? data?.command ?? null;
}

/** The files that a tool reads or changes. */
export function pathsOf(tool: string, input: unknown): string[] {
  const sections = sectionsIn(tool, input);
  if (sections.length > 0) return sections.map(({ path }) => path);
  const { data } = Input.safeParse(input);
  const path = data?.path ?? data?.file_path;
  return path === undefined ? [] : [path];
}

/** A change that a tool makes; a file that is only touched has none that its input tells. */
export type ToolChange = Extract<ProposedChange, { type: 'write' | 'replace' | 'delete' }> | TouchedFile;

interface TouchedFile {
  type: 'touch';
  path: string;
}

/** The changes that follow from a tool's input. */
export function changesOf(tool: string, input: unknown): ToolChange[] {
  if (!isEdit(tool)) return [];
  const sections = sectionsIn(tool, input);
  if (sections.length > 0) return sections.map(changeOf);
  const [path] = pathsOf(tool, input);
  const { data } = Input.safeParse(input);
  if (path === undefined || data === undefined) return [];
  const { content, old_str: before = '', new_str: after, replace_all: all = false } = data;
  if (tool === 'delete_file') return [{ type: 'delete', path }];
  if (tool === 'create_file' && content !== undefined) return [{ type: 'write', path, content }];
  if (after === undefined) return [{ type: 'touch', path }];
  return [{ type: 'replace', path, edits: [{ before, after, ...(all ? { all } : {}) }] }];
}

function changeOf(section: PatchSection): ToolChange {
  const { path } = section;
  if (section.type === 'add') return { type: 'write', path, content: section.content };
  return section.type === 'delete'
    ? { type: 'delete', path }
    : { type: 'replace', path, edits: section.edits };
}

/** The argument with the patch has had several names, so all string arguments are tried. */
function sectionsIn(tool: string, input: unknown): PatchSection[] {
  if (tool !== 'apply_patch' || typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap((value) => (typeof value === 'string' ? patchSections(value) : []));
}
