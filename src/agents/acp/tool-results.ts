import type { ContentPart } from '../../schema/index.js';
import { fileDiff, fragmentDiff } from '../kit/diff.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { otherParts, wordsOf } from './content.js';
import type { FileChange, ToolUpdate } from './native.js';
import type { OpenTool } from './state.js';
import { kindOf, pathsOf } from './tool-labels.js';

type FileRef = Extract<ContentPart, { type: 'file_ref' }>;

/** The result of a tool that is over. */
export interface ToolOutcome {
  output: string;
  parts: ContentPart[];
  hasFailed: boolean;
}

export function outcomeOf(tool: OpenTool, update: ToolUpdate, roots: Roots): ToolOutcome {
  const exitCode = exitCodeOf(update) ?? tool.exitCode;
  const hasFailed = update.status === 'failed' || (exitCode !== null && exitCode !== 0);
  return {
    output: outputOf(tool, update),
    parts: [
      ...(exitCode === null ? [] : [{ type: 'json' as const, json: { exit_code: exitCode } }]),
      ...(update.status === 'failed' ? [] : fileRefs(tool, roots)),
      ...otherParts(update.content ?? []),
    ],
    hasFailed,
  };
}

/** A text that goes on what was streamed comes first: the others would contradict it. */
function outputOf({ output }: OpenTool, { rawOutput, content }: ToolUpdate): string {
  const words = wordsOf(content ?? []);
  const candidates = [wordsIn(rawOutput), words].filter((text) => text !== null && text !== '') as string[];
  if (output === null) return candidates[0] ?? '';
  return candidates.find((text) => text.startsWith(output)) ?? output;
}

/** The words of an agent's own form of a result; null if there are none to be found. */
function wordsIn(raw: unknown): string | null {
  if (typeof raw === 'string') return raw;
  if (Array.isArray(raw)) {
    const texts = raw.map((block) => field(block, 'text')).filter((text) => typeof text === 'string');
    return texts.length === 0 ? null : texts.join('\n');
  }
  for (const name of ['output', 'text', 'error', 'message', 'formatted_output']) {
    const text = field(raw, name);
    if (typeof text === 'string' && text !== '') return text;
  }
  const inner = field(field(raw, 'result'), 'content');
  return inner === undefined ? null : wordsIn(inner);
}

/** Agents that run commands themselves report the exit code in their own words. */
export function exitCodeOf({ rawOutput, _meta }: Pick<ToolUpdate, 'rawOutput' | '_meta'>): number | null {
  const places = [
    field(rawOutput, 'exitCode'),
    field(rawOutput, 'exit_code'),
    field(field(rawOutput, 'metadata'), 'exit'),
    field(field(_meta, 'terminal_exit'), 'exit_code'),
  ];
  return (places.find((code) => typeof code === 'number') as number | undefined) ?? null;
}

function fileRefs(tool: OpenTool, roots: Roots): FileRef[] {
  if (tool.changes.length > 0) return tool.changes.map((change) => fileRef(change, roots));
  if (kindOf(tool) !== 'read') return [];
  return pathsOf(tool).map((path) => ({ type: 'file_ref', path, action: 'read' }));
}

function fileRef(change: FileChange, roots: Roots): FileRef {
  const { path } = change;
  return { type: 'file_ref', path, action: isNew(change) ? 'write' : 'patch', diff: diffOf(change, roots) };
}

export const isNew = ({ oldText, _meta }: FileChange): boolean =>
  oldText == null || (oldText === '' && _meta?.kind !== 'update' && _meta?.kind !== 'modify');

export const isDeletion = ({ _meta }: FileChange): boolean => _meta?.kind === 'delete';

/** Some agents tell whole files, others only the lines around a change: both are in `oldText` and `newText`. */
function diffOf(change: FileChange, roots: Roots): string {
  const { oldText, newText } = change;
  const path = shortPath(change.path, roots);
  if (isNew(change)) return fileDiff(path, null, newText);
  if (isDeletion(change)) return fileDiff(path, oldText ?? '', null);
  return oldText!.endsWith('\n')
    ? fileDiff(path, oldText!, newText)
    : fragmentDiff(path, [{ before: oldText!, after: newText }]);
}
