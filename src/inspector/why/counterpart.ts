import type { UniversalEvent } from '../../client/index.js';

/** The other event of a request: its outcome or its beginning; null if there is none. */
export function counterpartOf(
  events: readonly UniversalEvent[],
  event: UniversalEvent,
): UniversalEvent | null {
  const id = requestOf(event);
  if (id === null) return null;
  const isCounterpart = (other: UniversalEvent) => other.type !== event.type && requestOf(other) === id;
  return (
    (event.type.endsWith('.requested') ? events.find(isCounterpart) : events.findLast(isCounterpart)) ?? null
  );
}

function requestOf(event: UniversalEvent): string | null {
  switch (event.type) {
    case 'permission.requested':
    case 'permission.resolved':
      return event.data.permission_id;
    case 'question.requested':
    case 'question.resolved':
      return event.data.question_id;
    default:
      return null;
  }
}
