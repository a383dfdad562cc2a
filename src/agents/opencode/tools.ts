import { z } from 'zod';
import type { ContentPart } from '../../schema/index.js';
import { fileDiff } from '../kit/diff.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { type NativePatch, unifiedDiff } from './diff.js';
import { filePart } from './items.js';
import type { PartOf } from './native-parts.js';

type ToolState = PartOf<'tool'>['state'];
type FileRef = Extract<ContentPart, { type: 'file_ref' }>;

/** The result of a tool that is over. */
export interface ToolOutcome {
  output: string;
  parts: ContentPart[];
  /** The files that it changed. */
  changed: string[];
  failed: boolean;
}

/** The server puts this tool in the place of one that does not exist or has malformed input. */
export const INVALID = 'invalid';
const SHELL = 'bash';

export function outcomeOf(tool: string, state: ToolState, roots: Roots): ToolOutcome {
  const { output, error, metadata, attachments } = state;
  const failed = state.status !== 'completed' || tool === INVALID || exitOf(tool, metadata) !== 0;
  const files = failed ? [] : fileRefs(tool, state, roots);
  const printed = typeof metadata?.output === 'string' ? metadata.output : '';
  return {
    output: error == null ? (output ?? '') : [printed, error].filter((text) => text !== '').join('\n'),
    parts: [...commandFacts(tool, state), ...files, ...(attachments ?? []).map(filePart)],
    changed: files.filter(({ action }) => action !== 'read').map(({ path }) => path),
    failed,
  };
}

/** Null for an aborted command; a command of the user's own, like other tools, has none and counts as 0. */
function exitOf(tool: string, metadata: ToolState['metadata']): number | null {
  if (tool !== SHELL || metadata == null || metadata.exit === undefined) return 0;
  return typeof metadata.exit === 'number' ? metadata.exit : null;
}

function commandFacts(tool: string, { metadata, time }: ToolState): ContentPart[] {
  if (tool !== SHELL || metadata == null || metadata.exit === undefined) return [];
  const { start, end } = time ?? {};
  const duration_ms = start == null || end == null ? null : end - start;
  return [{ type: 'json', json: { exit_code: exitOf(tool, metadata), duration_ms } }];
}

const ReadInput = z.object({ filePath: z.string() });
const WriteInput = z.object({ filePath: z.string(), content: z.string() });
const EditInput = z.object({ oldString: z.string() });
const WriteReport = z.object({ exists: z.boolean() });
const EditReport = z.object({ filediff: z.object({ file: z.string(), patch: z.string() }) });
const EditDiff = z.object({ diff: z.string() });
const PatchReport = z.object({
  files: z.array(
    z.object({
      filePath: z.string(),
      movePath: z.string().nullish(),
      type: z.string().nullish(),
      patch: z.string().nullish(),
      diff: z.string().nullish(),
    }),
  ),
});

/** The files that a tool has read or changed, with diffs. */
function fileRefs(tool: string, { input, metadata }: ToolState, roots: Roots): FileRef[] {
  const patches = PatchReport.safeParse(metadata);
  if (tool === 'apply_patch' && patches.success) {
    return patches.data.files.map(({ filePath: path, movePath: movedTo, type, patch, diff }) => {
      const is = { created: type === 'add', deleted: type === 'delete' };
      return patched({ path, movedTo, patch: patch ?? diff ?? '', ...is }, roots);
    });
  }
  const edited = EditReport.safeParse(metadata);
  const { file, patch } = edited.data?.filediff ?? {};
  if (file !== undefined && patch !== undefined)
    return [patched({ path: file, patch, created: isCreation(input) }, roots)];
  const named = ReadInput.safeParse(input);
  if (!named.success) return [];
  const path = named.data.filePath;
  const diff = EditDiff.safeParse(metadata);
  if (diff.success) return [patched({ path, patch: diff.data.diff }, roots)];
  if (tool === 'write')
    return [{ type: 'file_ref', path, action: 'write', ...written(input, metadata, roots) }];
  return tool === 'read' ? [{ type: 'file_ref', path, action: 'read' }] : [];
}

/** An edit that replaces nothing: the server takes it only for a file that does not exist. */
const isCreation = (input: unknown) => EditInput.safeParse(input).data?.oldString === '';

function patched(change: NativePatch, roots: Roots): FileRef {
  const diff = unifiedDiff(change, roots);
  const action = change.created === true ? 'write' : 'patch';
  return {
    type: 'file_ref',
    path: change.movedTo ?? change.path,
    action,
    ...(diff === null ? {} : { diff }),
  };
}

/** The earlier content of an overwritten file is not known. */
function written(input: unknown, metadata: unknown, roots: Roots): { diff?: string } {
  const report = WriteReport.safeParse(metadata);
  const given = WriteInput.safeParse(input);
  if (!report.success || report.data.exists || !given.success) return {};
  return { diff: fileDiff(shortPath(given.data.filePath, roots), null, given.data.content) };
}
