import { InvalidArgumentError } from 'commander';
import type { EventType, UniversalEvent } from '../../client/index.js';

const known = {
  'session.started': true,
  'session.ended': true,
  'turn.started': true,
  'turn.ended': true,
  'item.started': true,
  'item.delta': true,
  'item.completed': true,
  error: true,
  'permission.requested': true,
  'permission.resolved': true,
  'question.requested': true,
  'question.resolved': true,
  'agent.unparsed': true,
} satisfies Record<EventType, true>;

const eventTypes = Object.keys(known) as EventType[];

/** An option's value: types, or what several begin with, separated by commas. */
export function parseEventTypes(text: string, before: readonly EventType[] = []): EventType[] {
  const types = text.split(',').flatMap((each) => {
    const named = each.trim();
    const found = eventTypes.filter((type) => type === named || type.startsWith(`${named}.`));
    if (found.length === 0 || named === '')
      throw new InvalidArgumentError(`"${named}" is none of ${eventTypes.join(', ')}.`);
    return found;
  });
  return [...before, ...types];
}

export type EventFilter = (event: Pick<UniversalEvent, 'type'>) => boolean;

/** For people, deltas are left out unless they ask for them: the item that they belong to is completed with all of them. */
export function eventFilter(types: readonly EventType[] | undefined, isForPeople: boolean): EventFilter {
  if (types) return ({ type }) => types.includes(type);
  return isForPeople ? ({ type }) => type !== 'item.delta' : () => true;
}
