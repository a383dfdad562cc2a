import { UniversalEvent } from '../schema/index.js';
import { matches } from './event-pattern.js';

const universal: readonly string[] = UniversalEvent.options.map((option) => option.shape.type.value);

/** Universal events result from decisions; everything else is an input. */
export function kindOf(pattern: string): 'event' | 'input' {
  return pattern !== '*' && universal.some((event) => matches(pattern, event)) ? 'event' : 'input';
}
