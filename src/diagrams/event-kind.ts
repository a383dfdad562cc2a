import { UniversalEvent } from '../schema/index.js';

const universal: readonly string[] = UniversalEvent.options.map((option) => option.shape.type.value);

/** Whether an event name is meant by a name or pattern such as `draft.*`. */
export function matches(pattern: string, event: string): boolean {
  if (pattern === event || pattern === '*') return true;
  return pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1));
}

/** Universal events follow from what was decided; all else comes in from outside. */
export function kindOf(pattern: string): 'event' | 'input' {
  return pattern !== '*' && universal.some((event) => matches(pattern, event)) ? 'event' : 'input';
}
