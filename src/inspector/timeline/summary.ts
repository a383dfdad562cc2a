import type { ContentPart, UniversalEvent, UniversalItem } from '../../client/index.js';

const LONGEST = 200;

/** An event in one line. */
export function summaryOf(event: UniversalEvent): string {
  return oneLine(words(event));
}

function words(event: UniversalEvent): string {
  switch (event.type) {
    case 'session.started': {
      const { agent, model, mode } = event.data.metadata;
      return some(agent, model, mode);
    }
    case 'session.ended':
      return some(event.data.reason, `by ${event.data.terminated_by}`, event.data.message);
    case 'turn.started':
      return some(event.data.metadata.message_id ?? event.data.turn_id);
    case 'turn.ended': {
      const { outcome, cause, duration_ms } = event.data.metadata;
      return some(outcome, cause, duration_ms !== undefined && `${duration_ms} ms`);
    }
    case 'item.started':
    case 'item.completed':
      return itemWords(event.data.item);
    case 'item.delta':
      return event.data.delta;
    case 'error':
      return some(event.data.code, event.data.message);
    case 'permission.requested':
      return some(event.data.action.replaceAll('_', ' '), commandOf(event.data.metadata));
    case 'permission.resolved': {
      const { reply, resolved_by } = event.data.metadata;
      return some(event.data.status, reply, resolved_by !== undefined && `by ${resolved_by}`);
    }
    case 'question.requested':
      return event.data.prompt;
    case 'question.resolved':
      return some(event.data.status, event.data.response);
    case 'agent.unparsed':
      return some(event.data.location, event.data.error);
  }
}

function itemWords({ kind, role, status, content }: UniversalItem): string {
  const failed = status === 'failed' && 'failed';
  return some(role ?? kind.replaceAll('_', ' '), failed, content.map(partWords).filter(Boolean).join(' '));
}

function partWords(part: ContentPart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool_call':
      return `${part.name} ${part.arguments}`;
    case 'tool_result':
      return part.output;
    case 'file_ref':
      return `${part.action} ${part.path}`;
    case 'image':
      return part.path;
    case 'status':
      return some(part.label, part.detail);
    case 'json':
      return JSON.stringify(part.json);
  }
}

function commandOf({ command, tool_name }: Record<string, unknown>): unknown {
  return command ?? tool_name;
}

function some(...parts: unknown[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== false && part !== '')
    .join(' · ');
}

/** Cut before it is cleaned: an output may have megabytes. */
function oneLine(text: string): string {
  const line = text.slice(0, 2 * LONGEST).replace(/\s+/g, ' ');
  return text.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
