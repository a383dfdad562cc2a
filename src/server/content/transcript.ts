import { eventText } from '../../hub/index.js';
import type { EventLog } from '../../log/index.js';
import type { ContentPart, SessionInfo, UniversalEvent, UniversalItem } from '../../schema/index.js';
import { batches } from './batches.js';

export async function* jsonLines(log: EventLog, sessionId: string, raw: boolean): AsyncGenerator<string> {
  for await (const batch of batches(log, sessionId, raw)) {
    yield batch.events.map((_, i) => `${eventText(batch, i, raw)}\n`).join('');
  }
}

/** The conversation as a Markdown document. */
export async function* markdown(log: EventLog, info: SessionInfo): AsyncGenerator<string> {
  yield `# ${info.title ?? info.sessionId}\n\n${info.agent}, ${new Date(info.createdAt).toISOString()}\n`;
  for await (const batch of batches(log, info.sessionId, false)) {
    for (const text of batch.events) {
      const block = paragraph(JSON.parse(text) as UniversalEvent);
      if (block) yield `\n${block}\n`;
    }
  }
}

function paragraph(event: UniversalEvent): string | null {
  switch (event.type) {
    case 'item.completed':
      return item(event.data.item);
    case 'error':
      return `> **Error** ${event.data.message}`;
    case 'permission.resolved':
      return `> **Permission** ${event.data.action}: ${event.data.status}`;
    case 'question.resolved':
      return `> **Question** ${event.data.prompt}: ${event.data.response ?? event.data.status}`;
    case 'turn.ended':
      return event.data.metadata.outcome === 'completed' ? '---' : `--- *${event.data.metadata.outcome}*`;
    case 'session.ended':
      return `*Session ended: ${event.data.reason}*`;
    default:
      return null;
  }
}

function item({ kind, role, content, status, thread_id }: UniversalItem): string | null {
  const body = content.map(part).filter(Boolean).join('\n\n');
  if (!body) return null;
  const failed = status === 'failed' ? ' (failed)' : '';
  if (kind !== 'message') return `${body}${failed && `\n\n*failed*`}`;
  const isThought = content[0]?.type === 'reasoning';
  const speaker = thread_id != null ? 'Sub-agent' : role === 'user' ? 'User' : 'Assistant';
  return isThought ? body : `## ${speaker}${failed}\n\n${body}`;
}

function part(each: ContentPart): string {
  switch (each.type) {
    case 'text':
      return each.text;
    case 'reasoning':
      return each.text.replace(/^/gm, '> ');
    case 'json':
      return fenced(JSON.stringify(each.json, null, 2), 'json');
    case 'tool_call':
      return `**${each.name}** \`${each.arguments}\``;
    case 'tool_result':
      return each.output ? fenced(each.output) : '';
    case 'file_ref':
      return each.diff
        ? `**${each.action}** ${each.path}\n\n${fenced(each.diff, 'diff')}`
        : `**${each.action}** ${each.path}`;
    case 'image':
      return `![image](${each.path})`;
    case 'status':
      return `*${each.label}${each.detail ? `: ${each.detail}` : ''}*`;
  }
}

/** The fence is longer than any in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
