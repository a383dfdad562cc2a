import { permissionOf, type UniversalEvent } from '../../client/index.js';
import { errorNames } from '../../schema/index.js';
import { summaryOf } from '../timeline/summary.js';
import { firstLine } from '../ui/first-line.js';
import { causeTexts } from './wait-words.js';

/** An event as the answer to the question why, in a sentence. */
export function headlineOf(event: UniversalEvent): string {
  switch (event.type) {
    case 'permission.requested':
      return `The agent needs your approval: ${permissionOf(event.data).title}.`;
    case 'question.requested':
      return `The agent asked: ${firstLine(event.data.prompt)}`;
    case 'permission.resolved':
    case 'question.resolved':
      return `${event.type === 'permission.resolved' ? 'The permission' : 'The question'} was resolved: ${summaryOf(event)}.`;
    case 'error': {
      const { message, details } = event.data;
      const category = details.category && errorNames[details.category];
      const status = details.status === undefined ? '' : ` (HTTP ${details.status})`;
      const retry = details.retryable ? ' It is retried.' : '';
      return `${category ?? 'Error'}${status}: ${message}${retry}`;
    }
    case 'turn.ended':
      return turnEnd(event.data.metadata.outcome, event.data.metadata.cause, event.source);
    case 'session.ended': {
      const { reason, terminated_by, message } = event.data;
      return `The session ended (${reason}), by the ${terminated_by}${message ? `: ${message}` : ''}.`;
    }
    case 'agent.unparsed':
      return `The agent's output was not understood: ${event.data.error}`;
    case 'session.started':
      return `The agent is ready: ${summaryOf(event)}.`;
    case 'turn.started':
      return 'A message started the turn.';
    case 'item.started':
    case 'item.completed': {
      const words = { in_progress: 'Started', completed: 'Completed', failed: 'Failed, or cut off' };
      return `${words[event.data.item.status]}: ${summaryOf(event)}`;
    }
    case 'item.delta':
      return `Streamed: ${summaryOf(event)}`;
  }
}

function turnEnd(outcome: string, cause: string | undefined, source: UniversalEvent['source']): string {
  const words: Record<string, string> = {
    completed: 'The turn completed.',
    interrupted: 'The turn was interrupted.',
    error: 'The turn failed.',
    max_turns: 'The turn reached the limit of its steps.',
    refused: 'The model refused to answer.',
  };
  const by = source === 'agent' ? 'The agent reported it.' : 'The daemon ended it.';
  return [words[outcome] ?? outcome, (cause && causeTexts[cause]) ?? by].join(' ');
}
