import {
  type ContentPart,
  contentOf,
  type ItemRow,
  type ToolKind,
  type Transcript,
  toolCallOf,
} from '../../../client/index.js';
import { toolVerbs } from '../../../schema/words.js';
import { duration } from '../../../text/amounts.js';
import { diffLines } from '../../terminal/diff.js';
import type { Look } from '../../terminal/look.js';
import { plainLine } from '../../terminal/untrusted.js';
import { truncate, widthOf } from '../../terminal/wrap.js';
import { foldedOutput, hung, liveOutput } from './output.js';

const icons: Readonly<Record<ToolKind, string>> = {
  read: '◇',
  edit: '✎',
  delete: '✂',
  move: '→',
  search: '⌕',
  execute: '$',
  fetch: '↓',
  think: '∴',
  plan: '≡',
  agent: '◆',
  question: '?',
  other: '⚙',
};
/** What these find is for the agent; how much it was is enough for people. */
const quiet: readonly ToolKind[] = ['read', 'search', 'fetch', 'think', 'agent', 'plan', 'question'];
const MOST_DIFF_LINES = 40;
/** Shorter runs are not worth mentioning. */
const WORTH_TELLING_MS = 1000;

type State = 'running' | 'completed' | 'failed';

export function callIn({ item }: ItemRow): Extract<ContentPart, { type: 'tool_call' }> | undefined {
  return item.content.find((part) => part.type === 'tool_call');
}

/** Whether a call has come to its end: with its result, or without one. */
export function isToolOver(row: ItemRow, transcript: Transcript): boolean {
  if (row.item.status === 'failed') return true;
  const result = resultOf(row, transcript);
  return row.item.status === 'completed' && result !== undefined && result.item.status !== 'in_progress';
}

function resultOf(row: ItemRow, transcript: Transcript): ItemRow | undefined {
  return transcript.resultOf(callIn(row)?.call_id ?? '');
}

/** A tool call on one line, with the last lines of its output. */
export function runningTool(
  row: ItemRow,
  transcript: Transcript,
  look: Look,
  spinner: string,
  now: number,
): string[] {
  const result = resultOf(row, transcript);
  const took = now - Date.parse(row.time);
  const line = toolLine(
    row,
    { state: 'running', mark: look.paint('cyan', spinner), took, exitCode: null },
    look,
  );
  return result ? [line, ...liveOutput(textOf(contentOf(result)), look)] : [line];
}

/** A tool call that is over, with its output and changes. */
export function finishedTool(row: ItemRow, transcript: Transcript, look: Look): string[] {
  const result = resultOf(row, transcript);
  const hasFailed = row.item.status === 'failed' || result?.item.status === 'failed';
  // The plan itself is shown.
  if (kindOf(row) === 'plan' && !hasFailed) return [];
  const state = hasFailed ? 'failed' : 'completed';
  const mark = hasFailed ? look.paint('red', '✗') : look.paint('green', '✓');
  const end = result?.completedAt ?? row.completedAt;
  const took = end ? Date.parse(end) - Date.parse(row.time) : 0;
  const parts = [...row.item.content, ...(result ? contentOf(result) : [])];
  const line = toolLine(row, { state, mark, took, exitCode: exitCodeIn(parts) }, look);
  return [line, ...bodyOf(kindOf(row), parts, hasFailed, look)];
}

/** A result whose call is not known. */
export function resultLines(row: ItemRow, look: Look): string[] {
  return bodyOf('other', contentOf(row), row.item.status === 'failed', look);
}

const kindOf = (row: ItemRow): ToolKind => callIn(row)?.kind ?? 'other';

interface Facts {
  state: State;
  mark: string;
  took: number;
  exitCode: number | null;
}

function toolLine(row: ItemRow, { state, mark, took, exitCode }: Facts, look: Look): string {
  const call = callIn(row);
  const { kind, title, name } = call
    ? toolCallOf(call)
    : { kind: 'other' as const, title: 'tool', name: 'tool' };
  const verb = `${icons[kind]} ${toolVerbs[kind]}`;
  const shown = plainLine(title);
  const about = [
    !shown.includes(plainLine(name)) && kind === 'other' && plainLine(name),
    exitCode !== null && exitCode !== 0 && `exit code ${exitCode}`,
    took >= WORTH_TELLING_MS && duration(took),
    state === 'failed' && exitCode === null && 'failed',
  ].filter((word) => word !== false);
  const tail = about.length === 0 ? '' : `  ${about.join(' · ')}`;
  const room = look.width - widthOf(verb) - widthOf(tail) - 3;
  return `${mark} ${verb} ${look.paint('bold', truncate(shown, Math.max(room, 10)))}${look.paint('dim', tail)}`;
}

function bodyOf(kind: ToolKind, parts: readonly ContentPart[], hasFailed: boolean, look: Look): string[] {
  const hasDiff = parts.some((part) => part.type === 'file_ref' && part.diff);
  return parts.flatMap((part): string[] => {
    if (part.type === 'file_ref') return fileLines(part, kind, look);
    if (part.type === 'image') return hung([`[image] ${plainLine(part.path)}`], look);
    if (part.type === 'text') return foldedOutput(part.text, hasFailed, look);
    if (part.type !== 'tool_result' || (hasDiff && !hasFailed)) return [];
    if (hasFailed || !quiet.includes(kind)) return foldedOutput(part.output, hasFailed, look);
    const lines = part.output.trim() === '' ? 0 : part.output.trim().split('\n').length;
    return lines > 1
      ? hung([`${lines.toLocaleString('en')} lines`], look)
      : foldedOutput(part.output, false, look);
  });
}

const verbs = { read: 'read', write: 'wrote', patch: 'changed' };

function fileLines(part: Extract<ContentPart, { type: 'file_ref' }>, kind: ToolKind, look: Look): string[] {
  if (typeof part.diff === 'string' && part.diff !== '') {
    const inner = { ...look, width: look.width - 4 };
    const lines = diffLines(part.diff, inner, { most: MOST_DIFF_LINES, path: part.path });
    return lines.map((line) => `    ${line}`);
  }
  if (part.action === 'read' && kind === 'read') return [];
  return hung([`${verbs[part.action]} ${plainLine(part.path)}`], look);
}

function exitCodeIn(parts: readonly ContentPart[]): number | null {
  for (const part of parts) {
    if (part.type !== 'json' || typeof part.json !== 'object' || part.json === null) continue;
    const { exit_code: code } = part.json as { exit_code?: unknown };
    if (typeof code === 'number') return code;
  }
  return null;
}

const textOf = (parts: readonly ContentPart[]) =>
  parts
    .map((part) => (part.type === 'tool_result' ? part.output : part.type === 'text' ? part.text : ''))
    .join('');
