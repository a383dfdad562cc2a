import { z } from 'zod';
import type { ContentPart, DraftItem } from '../../schema/index.js';
import type { ToolResult } from '../blocks.js';
import { fileDiff, fragmentDiff } from '../diff.js';
import { changesIn, type FileChange } from './apply-patch.js';
import { resultKey } from './items.js';
import type { PendingCall } from './state.js';

/**
 * Amp's tools, by the names in its own list of permissions. What they are given and give back is not published: the
 * fields here are those that are seen in public examples, and what does not fit is shown as it came.
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

/** The command that a tool is to run. */
export function commandOf(tool: string, input: unknown): string | null {
  if (!commandTools.has(tool)) return null;
  const { data } = Input.safeParse(input);
  return data?.cmd ?? data?.command ?? null;
}

/** The files that a tool is about. */
export function pathsOf(tool: string, input: unknown): string[] {
  const patches = patchesIn(tool, input);
  if (patches.length > 0) return patches.map(({ path }) => path);
  const { data } = Input.safeParse(input);
  const path = data?.path ?? data?.file_path;
  return path === undefined ? [] : [path];
}

/** What a tool's input says that it will do to files, as far as that can be told without them. */
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

/** The argument that holds the patch has had several names. */
function patchesIn(tool: string, input: unknown): FileChange[] {
  if (tool !== 'apply_patch' || typeof input !== 'object' || input === null) return [];
  return Object.values(input).flatMap((value) => (typeof value === 'string' ? changesIn(value) : []));
}

export function resultItem(block: ToolResult, call: PendingCall | undefined): DraftItem {
  const id = block.tool_use_id;
  const text = textIn(block.content);
  const report = call && commandTools.has(call.name) ? reportIn(text) : null;
  const code = report?.exitCode ?? null;
  const failed = block.is_error === true || (code !== null && code !== 0);
  const content: ContentPart[] = [{ type: 'tool_result', call_id: id, output: report?.output ?? text }];
  if (code !== null) content.push({ type: 'json', json: { exit_code: code } });
  if (!failed && call) content.push(...fileParts(call, text));
  content.push(...otherParts(block.content));
  return {
    key: resultKey(id),
    native_item_id: id,
    parent: call?.message ?? null,
    kind: 'tool_result',
    role: 'tool',
    content,
    status: failed ? 'failed' : 'completed',
  };
}

function fileParts({ name, input }: PendingCall, text: string): ContentPart[] {
  const [path] = pathsOf(name, input);
  if (name === 'Read' && path !== undefined) return [{ type: 'file_ref', path, action: 'read' }];
  const changes = changesOf(name, input);
  // A diff that the tool made itself knows the lines around.
  const told = changes.length === 1 ? /```diff\n([\s\S]*?)```/.exec(text)?.[1] : undefined;
  return changes.map((change) => ({
    type: 'file_ref',
    ...change,
    ...(told === undefined ? {} : { diff: told }),
  }));
}

/** The output of a command comes as JSON, with the exit code. */
function reportIn(text: string): z.infer<typeof CommandReport> | null {
  try {
    return CommandReport.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function textIn(content: ToolResult['content']): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The parts of a result that are not text. */
function otherParts(content: ToolResult['content']): ContentPart[] {
  if (content === undefined || typeof content === 'string') return [];
  return content.flatMap((block): ContentPart[] => {
    if (block.type === 'text') return [];
    if (block.type === 'other') return [{ type: 'json', json: JSON.parse(JSON.stringify(block.block)) }];
    const { media_type: mime, data, url } = block.source;
    return [
      { type: 'image', path: url ?? `data:${mime};base64,${data}`, ...(mime === undefined ? {} : { mime }) },
    ];
  });
}
