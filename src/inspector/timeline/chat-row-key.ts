import type { UniversalEvent } from '../../client/index.js';

/** The key of the chat row that shows an event; null if there is none. */
export function chatRowKey(event: UniversalEvent): string | null {
  switch (event.type) {
    case 'item.started':
    case 'item.completed':
      return event.data.item.item_id;
    case 'item.delta':
      return event.data.item_id;
    case 'permission.requested':
    case 'permission.resolved':
      return event.data.permission_id;
    case 'question.requested':
    case 'question.resolved':
      return event.data.question_id;
    case 'turn.ended':
      return event.data.turn_id;
    case 'error':
    case 'agent.unparsed':
      return event.event_id;
    case 'session.ended':
      return 'end';
    case 'session.started':
    case 'turn.started':
      return null;
  }
}
