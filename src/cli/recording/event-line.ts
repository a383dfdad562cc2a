import type { ContentPart, UniversalEvent } from '../../schema/index.js';

const LONGEST = 100;

/** An event on one line, for people. */
export function eventLine(event: UniversalEvent): string {
  const source = event.source === 'daemon' ? '+' : ' ';
  return `${String(event.sequence).padStart(5)} ${source} ${event.type.padEnd(20)} ${short(about(event))}`.trimEnd();
}

function about(event: UniversalEvent): string {
  switch (event.type) {
    case 'item.started':
    case 'item.completed': {
      const { kind, role, status, content } = event.data.item;
      return [kind, role, status, ...content.map(part)].filter(Boolean).join(' ');
    }
    case 'item.delta':
      return JSON.stringify(event.data.delta);
    case 'permission.requested':
    case 'permission.resolved':
      return `${event.data.action} ${event.data.status}`;
    case 'question.requested':
    case 'question.resolved':
      return `${event.data.prompt} ${event.data.status}`;
    case 'error':
      return event.data.message;
    case 'agent.unparsed':
      return event.data.error;
    case 'session.ended':
      return event.data.reason;
    default:
      return '';
  }
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

function short(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
