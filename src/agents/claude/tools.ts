import { z } from 'zod';
import type { ContentPart, DraftItem } from '../../schema/index.js';
import { type ResultBlock, resultParts, resultText, type ToolResult } from '../kit/blocks.js';
import { fileDiff, fragmentDiff, patchDiff } from '../kit/diff.js';
import { toolResult } from '../kit/drafts.js';
import type { PendingCall } from './state.js';

/** The tools that change files, and how. */
export const fileTools: ReadonlyMap<string, 'write' | 'patch'> = new Map([
  ['Write', 'write'],
  ['Edit', 'patch'],
  ['MultiEdit', 'patch'],
  ['NotebookEdit', 'patch'],
]);

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

const FileInput = z.object({
  file_path: z.string().optional(),
  notebook_path: z.string().optional(),
  content: z.string().optional(),
  old_string: z.string().optional(),
  new_string: z.string().optional(),
  edits: z.array(z.object({ old_string: z.string(), new_string: z.string() })).optional(),
});

/** `report` is the CLI's structured result, which the tools of sub-agents lack. */
export function resultItem(block: ToolResult, call: PendingCall | undefined, report: unknown): DraftItem {
  const failed = block.is_error === true;
  const id = block.tool_use_id;
  const text = resultText(block.content);
  const command = CommandReport.safeParse(report);
  const run = call?.name === 'Bash' && command.success && !command.data.isImage ? command.data : null;
  const output = run && run.backgroundTaskId === undefined ? outputOf(run) : text;
  const parts = [
    ...(call?.name === 'Bash' ? commandFacts(run, failed, text) : []),
    ...(failed ? [] : [...fileParts(call, report), ...structured(report)]),
    ...resultParts(block.content, (next) => savedAs(next) ?? readPath(call)),
  ];
  const item = toolResult({ key: id, id, parent: call?.message }, id, output, parts);
  return { ...item, status: failed ? 'failed' : 'completed' };
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

function fileParts(call: PendingCall | undefined, report: unknown): ContentPart[] {
  if (call === undefined) return [];
  const path = pathOf(call.input);
  if (call.name === 'Read' && path !== null) return [{ type: 'file_ref', path, action: 'read' }];
  const action = fileTools.get(call.name);
  if (action === undefined) return [];
  const edit = EditReport.safeParse(report);
  if (edit.success) {
    const { filePath, structuredPatch, originalFile, content } = edit.data;
    const isNew = structuredPatch.length === 0 && originalFile == null && content !== undefined;
    const diff = isNew ? fileDiff(filePath, null, content) : patchDiff(filePath, structuredPatch);
    return [{ type: 'file_ref', path: filePath, action, diff }];
  }
  const notebook = NotebookReport.safeParse(report);
  if (notebook.success) {
    const { notebook_path, original_file, updated_file } = notebook.data;
    const diff = fileDiff(notebook_path, original_file, updated_file);
    return [{ type: 'file_ref', path: notebook_path, action, diff }];
  }
  if (path === null) return [];
  const diff = intendedDiff(call.name, call.input);
  return [{ type: 'file_ref', path, action, ...(diff === null ? {} : { diff }) }];
}

/** The file that a tool reads or changes. */
export function pathOf(input: unknown): string | null {
  const parsed = FileInput.safeParse(input);
  return parsed.success ? (parsed.data.file_path ?? parsed.data.notebook_path ?? null) : null;
}

/** The diff that a tool's input implies, derived without reading the file. */
export function intendedDiff(tool: string, input: unknown): string | null {
  const path = pathOf(input);
  const parsed = FileInput.safeParse(input);
  if (path === null || !parsed.success || !fileTools.has(tool)) return null;
  const { content, old_string, new_string, edits } = parsed.data;
  if (tool === 'Write' && content !== undefined) return fileDiff(path, null, content);
  if (old_string !== undefined && new_string !== undefined)
    return fragmentDiff(path, [{ before: old_string, after: new_string }]);
  if (edits === undefined) return null;
  return fragmentDiff(
    path,
    edits.map((edit) => ({ before: edit.old_string, after: edit.new_string })),
  );
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
