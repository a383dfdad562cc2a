import { z } from 'zod';
import type { ContentPart, DraftItem } from '../../schema/index.js';
import { type ResultBlock, resultParts, resultText, type ToolResult } from '../kit/blocks.js';
import { fileDiff, fragmentDiff, patchDiff } from '../kit/diff.js';
import { toolResult } from '../kit/drafts.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { changeOf, fileTools, pathOf } from './changes.js';
import type { PendingCall } from './state.js';

const Hunk = z.object({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
});

/** The CLI's structured report of an edit, which the model does not see. */
const EditReport = z.object({
  filePath: z.string(),
  structuredPatch: z.array(Hunk),
  originalFile: z.string().nullish(),
  content: z.string().optional(),
});
const NotebookReport = z.object({
  notebook_path: z.string(),
  original_file: z.string(),
  updated_file: z.string(),
});
const CommandReport = z.object({
  stdout: z.string(),
  stderr: z.string(),
  interrupted: z.boolean().optional(),
  isImage: z.boolean().optional(),
  backgroundTaskId: z.string().optional(),
  returnCodeInterpretation: z.string().optional(),
  persistedOutputPath: z.string().optional(),
});
const StructuredReport = z.object({ structuredContent: z.json() });

/** `report` is the CLI's structured result, which the tools of sub-agents lack. */
export function resultItem(
  block: ToolResult,
  call: PendingCall | undefined,
  report: unknown,
  roots: Roots,
): DraftItem {
  const failed = block.is_error === true;
  const id = block.tool_use_id;
  const text = resultText(block.content);
  const command = CommandReport.safeParse(report);
  const run = call?.name === 'Bash' && command.success && !command.data.isImage ? command.data : null;
  const output = run && run.backgroundTaskId === undefined ? outputOf(run) : text;
  const parts = [
    ...(call?.name === 'Bash' ? commandFacts(run, failed, text) : []),
    ...(failed ? [] : [...fileParts(call, text, report, roots), ...structured(report)]),
    ...resultParts(block.content, (next) => savedAs(next) ?? readPath(call)),
  ];
  const item = toolResult({ key: id, id, parent: call?.message }, id, output, parts);
  const originals = failed || call === undefined || !fileTools.has(call.name) ? [] : originalsIn(report);
  return {
    ...item,
    status: failed ? 'failed' : 'completed',
    ...(originals.length === 0 ? {} : { originals }),
  };
}

function outputOf({ stdout, stderr }: z.infer<typeof CommandReport>): string {
  return [stdout, stderr].filter((stream) => stream !== '').join('\n');
}

/** The CLI reports the exit code of a failed command only as text, and that of a successful one not at all. */
function commandFacts(
  run: z.infer<typeof CommandReport> | null,
  failed: boolean,
  text: string,
): ContentPart[] {
  const code = failed ? /^Exit code (\d+)/.exec(text)?.[1] : undefined;
  if (code !== undefined) return [{ type: 'json', json: { exit_code: Number(code) } }];
  if (failed || run === null) return [];
  const { interrupted = false, backgroundTaskId, returnCodeInterpretation, persistedOutputPath } = run;
  const clean = !interrupted && backgroundTaskId === undefined && returnCodeInterpretation === undefined;
  const facts = {
    ...(clean ? { exit_code: 0 } : {}),
    ...(interrupted ? { interrupted } : {}),
    ...(backgroundTaskId === undefined ? {} : { background_task_id: backgroundTaskId }),
    ...(persistedOutputPath === undefined ? {} : { output_path: persistedOutputPath }),
  };
  return Object.keys(facts).length === 0 ? [] : [{ type: 'json', json: facts }];
}

function fileParts(
  call: PendingCall | undefined,
  text: string,
  report: unknown,
  roots: Roots,
): ContentPart[] {
  if (call === undefined) return [];
  const path = pathOf(call.input);
  if (call.name === 'Read' && path !== null) return [{ type: 'file_ref', path, action: 'read' }];
  const action = fileTools.get(call.name);
  if (action === undefined) return [];
  const reported = reportedDiff(report, roots);
  if (reported !== null) return [{ type: 'file_ref', action, ...reported }];
  if (path === null) return [];
  const diff = unreportedDiff(call, text, roots);
  return [{ type: 'file_ref', path, action, ...(diff === null ? {} : { diff }) }];
}

function reportedDiff(report: unknown, roots: Roots): { path: string; diff: string } | null {
  const edit = EditReport.safeParse(report);
  if (edit.success) {
    const { filePath: path, structuredPatch, originalFile, content } = edit.data;
    const name = shortPath(path, roots);
    const isNew = structuredPatch.length === 0 && originalFile == null && content !== undefined;
    return { path, diff: isNew ? fileDiff(name, null, content) : patchDiff(name, structuredPatch) };
  }
  const notebook = NotebookReport.safeParse(report);
  if (!notebook.success) return null;
  const { notebook_path: path, original_file, updated_file } = notebook.data;
  return { path, diff: fileDiff(shortPath(path, roots), original_file, updated_file) };
}

/** The file before an edit. The CLI leaves large ones out; of a new one the diff tells that there was none. */
function originalsIn(report: unknown): NonNullable<DraftItem['originals']> {
  const edit = EditReport.safeParse(report).data;
  if (edit?.originalFile != null) return [{ path: edit.filePath, text: edit.originalFile }];
  const notebook = NotebookReport.safeParse(report).data;
  return notebook === undefined ? [] : [{ path: notebook.notebook_path, text: notebook.original_file }];
}

/** The diff of a sub-agent's edit, which the CLI does not report: as much of it as the input tells. */
function unreportedDiff({ name, input }: PendingCall, text: string, roots: Roots): string | null {
  const change = changeOf(name, input);
  switch (change?.type) {
    case 'write': {
      const isNew = text.startsWith('File created');
      return fileDiff(shortPath(change.path, roots), isNew ? null : '', change.content);
    }
    case 'replace':
      return fragmentDiff(shortPath(change.path, roots), change.edits);
    default:
      return null;
  }
}

/** The structured content of an MCP tool's result. */
function structured(report: unknown): ContentPart[] {
  const parsed = StructuredReport.safeParse(report);
  return parsed.success ? [{ type: 'json', json: parsed.data.structuredContent }] : [];
}

/** The CLI saves images of MCP tools and names the file in the text block that follows. */
function savedAs(next: ResultBlock | undefined): string | null {
  return (next?.type === 'text' && /^\[Image: source: (.+)\]$/.exec(next.text)?.[1]) || null;
}

/** An image returned by `Read` is the file itself. */
const readPath = (call: PendingCall | undefined) => (call?.name === 'Read' ? pathOf(call.input) : null);
