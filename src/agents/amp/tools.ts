import { z } from 'zod';
import type { ContentPart, DraftItem } from '../../schema/index.js';
import { resultParts, resultText, type ToolResult } from '../kit/blocks.js';
import { fileDiff, fragmentDiff } from '../kit/diff.js';
import { toolResult } from '../kit/drafts.js';
import { changesIn, type FileChange } from './apply-patch.js';
import type { PendingCall } from './state.js';

/**
 * Amp's tools, by their names in its list of permissions. Their inputs and outputs are undocumented: the fields below are
 * taken from public examples, and anything else is passed through unchanged.
 */

const commandTools: ReadonlySet<string> = new Set(['Bash', 'shell_command', 'async_shell_command']);
const editTools: ReadonlySet<string> = new Set([
  'edit_file',
  'create_file',
  'delete_file',
  'apply_patch',
  'undo_edit',
]);

const Input = z.object({
  cmd: z.string().optional(),
  command: z.string().optional(),
  path: z.string().optional(),
  file_path: z.string().optional(),
  content: z.string().optional(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
});

const CommandReport = z.object({ output: z.string(), exitCode: z.number().nullish() });

export const isEdit = (tool: string) => editTools.has(tool);

export function commandOf(tool: string, input: unknown): string | null {
  if (!commandTools.has(tool)) return null;
  const { data } = Input.safeParse(input);
  return data?.cmd ?? data?.command ?? null;
}

/** The files that a tool reads or changes. */
export function pathsOf(tool: string, input: unknown): string[] {
  const patches = patchesIn(tool, input);
  if (patches.length > 0) return patches.map(({ path }) => path);
  const { data } = Input.safeParse(input);
  const path = data?.path ?? data?.file_path;
  return path === undefined ? [] : [path];
}

/** The changes that a tool's input implies, derived without reading the files. */
export function changesOf(tool: string, input: unknown): FileChange[] {
  if (!isEdit(tool)) return [];
  const patches = patchesIn(tool, input);
  if (patches.length > 0) return patches;
  const [path] = pathsOf(tool, input);
  const { data } = Input.safeParse(input);
  if (path === undefined || data === undefined) return [];
  const { content, old_str, new_str } = data;
  if (tool === 'create_file' && content !== undefined)
    return [{ path, action: 'write', diff: fileDiff(path, null, content) }];
  if (new_str === undefined) return [{ path, action: 'patch' }];
  const diff = fragmentDiff(path, [{ before: old_str ?? '', after: new_str }]);
  return [{ path, action: 'patch', diff }];
}

/** The argument with the patch has had several names, so all string arguments are tried. */
function patchesIn(tool: string, input: unknown): FileChange[] {
  if (tool !== 'apply_patch' || typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap((value) => (typeof value === 'string' ? changesIn(value) : []));
}

export function resultItem(block: ToolResult, call: PendingCall | undefined): DraftItem {
  const id = block.tool_use_id;
  const text = resultText(block.content);
  const report = call && commandTools.has(call.name) ? reportIn(text) : null;
  const code = report?.exitCode ?? null;
  const failed = block.is_error === true || (code !== null && code !== 0);
  const exitCode: ContentPart[] = code === null ? [] : [{ type: 'json', json: { exit_code: code } }];
  const parts = [
    ...exitCode,
    ...(failed || call === undefined ? [] : fileParts(call, text)),
    ...resultParts(block.content),
  ];
  const item = toolResult({ key: id, id, parent: call?.message }, id, report?.output ?? text, parts);
  return { ...item, status: failed ? 'failed' : 'completed' };
}

function fileParts({ name, input }: PendingCall, text: string): ContentPart[] {
  const [path] = pathsOf(name, input);
  if (name === 'Read' && path !== undefined) return [{ type: 'file_ref', path, action: 'read' }];
  const changes = changesOf(name, input);
  // A diff in the tool's output is better than ours: it has context lines.
  const reportedDiff = changes.length === 1 ? /```diff\n([\s\S]*?)```/.exec(text)?.[1] : undefined;
  return changes.map((change) => ({
    type: 'file_ref',
    ...change,
    ...(reportedDiff === undefined ? {} : { diff: reportedDiff }),
  }));
}

/** Command tools return JSON with the output and the exit code. */
function reportIn(text: string): z.infer<typeof CommandReport> | null {
  try {
    return CommandReport.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
