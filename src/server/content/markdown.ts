import { z } from 'zod';
import {
  type ContentPart,
  type DataOf,
  errorNames,
  type LongValueRef,
  type PermissionData,
  type PermissionOutcome,
  PlanEntry,
  statusName,
  type ToolCallPart,
  textOf,
  toolVerbs,
  type UniversalEvent,
  type UniversalItem,
} from '../../schema/index.js';
import { inert } from './inert-markdown.js';

const outcomes: Readonly<Record<PermissionOutcome, string>> = {
  once: 'allowed once',
  always: 'always allowed',
  reject: 'rejected',
  cancelled: 'cancelled',
};

/** An event as Markdown; null if the document leaves it out. */
export function paragraphOf(event: UniversalEvent): string | null {
  switch (event.type) {
    case 'item.completed':
      return item(event.data.item);
    case 'error':
      return error(event.data);
    case 'permission.requested':
      return request(event.data);
    case 'permission.resolved':
      return `> **Permission** ${inline(titleOf(event.data))}: ${outcomes[event.data.metadata.reply ?? 'cancelled']}`;
    case 'question.resolved':
      return `> **Question** ${line(event.data.prompt)}: ${line(event.data.response ?? event.data.status)}`;
    case 'turn.ended':
      return event.data.metadata.outcome === 'completed' ? '---' : `--- *${event.data.metadata.outcome}*`;
    case 'session.ended':
      return `*Session ended: ${event.data.reason}*`;
    default:
      return null;
  }
}

function item({ kind, role, content, status, thread_id }: UniversalItem): string | null {
  const body = kind === 'status' ? notice(content) : parts(content);
  if (!body) return null;
  const failed = status === 'failed' ? ' (failed)' : '';
  if (kind !== 'message') return `${body}${failed && `\n\n*failed*`}`;
  const isThought = content[0]?.type === 'reasoning';
  const speaker = thread_id != null ? 'Sub-agent' : role === 'user' ? 'User' : 'Assistant';
  return isThought ? body : `## ${speaker}${failed}\n\n${body}`;
}

/** The text that a message or thought adds to the one that it continues; null for other items. */
export function continuationOf({ kind, content, status }: UniversalItem): string | null {
  if (kind !== 'message') return null;
  const isThought = content[0]?.type === 'reasoning';
  const body = isThought ? inert(textOf(content)).replace(/\n/g, '\n> ') : parts(content);
  return status === 'failed' ? `${body}\n\n*failed*` : body;
}

/** The rest of an item after the output of a tool. */
export function closingOf({ content, status }: UniversalItem): string {
  const others = parts(content.slice(1));
  return `${others && `\n\n${others}`}${status === 'failed' ? '\n\n*failed*' : ''}`;
}

function parts(content: readonly ContentPart[]): string {
  return content.map(part).filter(Boolean).join('\n\n');
}

function part(each: ContentPart): string {
  switch (each.type) {
    case 'text':
      return inert(each.text);
    case 'reasoning':
      return inert(each.text).replace(/^/gm, '> ');
    case 'json':
      return fenced(JSON.stringify(each.json, null, 2), 'json');
    case 'tool_call':
      return toolCall(each);
    case 'tool_result':
      return each.output ? fenced(each.output) : '';
    case 'file_ref':
      return each.diff
        ? `**${each.action}** ${line(each.path)}\n\n${diffBlock(each.diff)}`
        : `**${each.action}** ${line(each.path)}`;
    case 'image':
      return isLocal(each.path) ? `![image](${each.path})` : `*Image* ${inline(each.path)}`;
    case 'status':
      return `*${statusName(each.label)}${each.detail ? `: ${line(each.detail)}` : ''}*`;
  }
}

/** Calls before 0.3 have neither a kind nor a title. */
function toolCall({ name, kind = 'other', title, arguments: given }: ToolCallPart): string {
  return `**${toolVerbs[kind]}** ${inline(title ?? `${name} ${given}`)}`;
}

const Plan = z.object({ entries: z.array(PlanEntry) });

/** A notice by its words; the fields beside them are for programs, except for those of a plan. */
function notice(content: readonly ContentPart[]): string {
  const words = parts(content.filter(({ type }) => type !== 'json'));
  const isPlan = content.some((each) => each.type === 'status' && each.label === 'plan');
  const plan = Plan.safeParse(content.find((each) => each.type === 'json')?.json);
  if (!isPlan || !plan.success) return words;
  return [words, plan.data.entries.map(planEntry).join('\n')].filter(Boolean).join('\n\n');
}

function planEntry({ content, status }: PlanEntry): string {
  const box = status === 'completed' ? '[x]' : '[ ]';
  return `- ${box} ${line(content)}${status === 'in_progress' ? ' *(in progress)*' : ''}`;
}

function error({ message, details: { retryable, category, status } }: DataOf<'error'>): string {
  const cause = [category && errorNames[category], status].filter(Boolean).join(' ');
  return `> **${retryable ? 'Retrying' : 'Error'}** ${cause && `(${cause}) `}${line(message)}`;
}

/** A diff that is too long for its event is served elsewhere. */
function diffBlock(diff: string | LongValueRef): string {
  return typeof diff === 'string' ? fenced(diff, 'diff') : `*${diff.bytes} bytes: ${diff.href}*`;
}

/** The request, with the changes that it would make. */
function request(data: PermissionData): string {
  const { kind = 'other', command, diff, reason } = data.metadata;
  const asked = `> **Permission** ${toolVerbs[kind]} ${inline(command ?? titleOf(data))}`;
  const because = reason && `> ${line(reason)}`;
  return [asked, because, diff && `\n${diffBlock(diff)}`].filter(Boolean).join('\n');
}

/** Permissions before 0.3 have no title. */
function titleOf({ action, metadata }: PermissionData): string {
  return metadata.title ?? metadata.command ?? metadata.paths?.join(', ') ?? action;
}

/** A text of others within a line. */
function line(text: string): string {
  return inert(text.replace(/\s+/g, ' '));
}

/** Whether an image is a file, by its path: only such are shown. */
function isLocal(path: string): boolean {
  return /^(?!\/\/)[\w./@+-]+$/.test(path);
}

/** Code within a line, with more backticks around it than inside. */
function inline(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestRun(line) + 1);
  return line.includes('`') ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** The fence is longer than any in the text. */
function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The length of the longest run of backticks. A text may have too many runs for a list of arguments. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
