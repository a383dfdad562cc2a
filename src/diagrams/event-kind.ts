import { UniversalEvent } from '../schema/index.js';
import { matches } from './event-pattern.js';

const universal: readonly string[] = UniversalEvent.options.map((option) => option.shape.type.value);

/** Universal events follow from what was decided; all else comes in from outside. */
export function kindOf(pattern: string): 'event' | 'input' {
  return pattern !== '*' && universal.some((event) => matches(pattern, event)) ? 'event' : 'input';
}
