import type { ContentPart, DataOf, Metadata, UniversalEvent } from '../../schema/index.js';

/** What an event says, for people: not all of it, and of any length. */
export function eventSummary(event: UniversalEvent): string {
  switch (event.type) {
    case 'session.started':
      return startSummary(event.data.metadata);
    case 'session.ended':
      return [event.data.reason, event.data.message].filter(Boolean).join(': ');
    case 'turn.started':
      return '';
    case 'turn.ended':
      return outcomeSummary(event.data);
    case 'item.started':
    case 'item.completed': {
      const { kind, role, status, content } = event.data.item;
      return [kind, role, status, ...content.map(part)].filter(Boolean).join(' ');
    }
    case 'item.delta':
      return JSON.stringify(event.data.delta);
    case 'permission.requested':
    case 'permission.resolved': {
      const { action, status, permission_id, metadata } = event.data;
      return [action, status, metadata.reply, metadata.title, `(${permission_id})`].filter(Boolean).join(' ');
    }
    case 'question.requested':
    case 'question.resolved': {
      const { prompt, status, response, question_id } = event.data;
      return [prompt, status, response, `(${question_id})`].filter(Boolean).join(' ');
    }
    case 'error':
      return event.data.message;
    case 'agent.unparsed':
      return event.data.error;
  }
}

function startSummary(metadata: Metadata): string {
  const known = ['agent', 'version', 'model', 'cwd'].map((name) => metadata[name]);
  return known.filter((value) => typeof value === 'string').join(' ');
}

function outcomeSummary({ metadata }: DataOf<'turn.ended'>): string {
  const { outcome, cause, model, usage, cost_usd, duration_ms } = metadata;
  const tokens = usage?.total_tokens;
  return [
    cause === undefined ? outcome : `${outcome}: ${cause}`,
    model,
    tokens && `${tokens} tokens`,
    cost_usd && `$${cost_usd}`,
    duration_ms && `${Math.round(duration_ms)} ms`,
  ]
    .filter(Boolean)
    .join(', ');
}

function part(given: ContentPart): string {
  switch (given.type) {
    case 'text':
    case 'reasoning':
      return JSON.stringify(given.text);
    case 'tool_call':
      return given.title ?? given.name;
    case 'tool_result':
      return JSON.stringify(given.output);
    case 'file_ref':
    case 'image':
      return given.path;
    case 'status':
      return [given.label, given.detail].filter(Boolean).join(': ');
    default:
      return given.type;
  }
}
