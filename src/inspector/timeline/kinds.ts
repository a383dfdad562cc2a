import type { EventType } from '../../client/index.js';

/** The kinds of events that the timeline colours and filters. */
export type Kind = 'session' | 'turn' | 'item' | 'delta' | 'permission' | 'question' | 'error' | 'refused';

export const kinds: readonly Kind[] = [
  'session',
  'turn',
  'item',
  'delta',
  'permission',
  'question',
  'error',
  'refused',
];

export function kindOf(type: EventType): Kind {
  if (type === 'item.delta') return 'delta';
  if (type === 'agent.unparsed') return 'error';
  return type.split('.')[0] as Kind;
}
