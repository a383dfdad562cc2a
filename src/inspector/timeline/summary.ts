import {
  type ContentPart,
  permissionOf,
  type ToolKind,
  toolCallOf,
  type UniversalEvent,
  type UniversalItem,
} from '../../client/index.js';
import { statusName, toolVerbs } from '../../schema/index.js';

const MAX_LENGTH = 200;

/** An event on one line. */
export function summaryOf(event: UniversalEvent): string {
  return oneLine(textOf(event));
}

function textOf(event: UniversalEvent): string {
  switch (event.type) {
    case 'session.started': {
      const { agent, model, mode } = event.data.metadata;
      return joined(agent, model, mode);
    }
    case 'session.ended':
      return joined(event.data.reason, `by ${event.data.terminated_by}`, event.data.message);
    case 'turn.started':
      return joined(event.data.metadata.message_id ?? event.data.turn_id);
    case 'turn.ended': {
      const { outcome, cause, model, duration_ms } = event.data.metadata;
      return joined(outcome, cause, model, duration_ms !== undefined && `${duration_ms} ms`);
    }
    case 'item.started':
    case 'item.completed':
      return itemText(event.data.item);
    case 'item.delta':
      return event.data.delta;
    case 'error': {
      const { code, message, details } = event.data;
      return joined(details.retryable && 'retrying', details.category, code, message);
    }
    case 'permission.requested': {
      const { kind, title, tool } = permissionOf(event.data);
      return actionText(kind, title, tool);
    }
    case 'permission.resolved': {
      const { reply, resolved_by, client } = event.data.metadata;
      const by = client?.name ?? resolved_by;
      return joined(event.data.status, reply, by !== undefined && `by ${by}`);
    }
    case 'question.requested':
      return event.data.prompt;
    case 'question.resolved':
      return joined(event.data.status, event.data.response);
    case 'agent.unparsed':
      return joined(event.data.location, event.data.error);
  }
}

function itemText({ kind, role, status, content }: UniversalItem): string {
  const failed = status === 'failed' && 'failed';
  return joined(role ?? kind.replaceAll('_', ' '), failed, content.map(partText).filter(Boolean).join(' '));
}

function partText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool_call': {
      const { kind, title, name } = toolCallOf(part);
      return actionText(kind, title, name);
    }
    case 'tool_result':
      return part.output;
    case 'file_ref':
      return `${part.action} ${part.path}`;
    case 'image':
      return part.path;
    case 'status':
      return joined(statusName(part.label), part.detail);
    case 'json':
      return JSON.stringify(part.json);
  }
}

/** `Run npm test (shell)`. */
function actionText(kind: ToolKind, title: string, tool: string): string {
  return `${toolVerbs[kind]} ${title}${title.includes(tool) ? '' : ` (${tool})`}`;
}

function joined(...parts: unknown[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== false && part !== '')
    .join(' · ');
}

/** Truncates before normalising whitespace, since an output may have megabytes. */
function oneLine(text: string): string {
  const line = text.slice(0, 2 * MAX_LENGTH).replace(/\s+/g, ' ');
  return text.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
