import { InvalidArgumentError } from 'commander';
import { DURATION_FORMAT, durationOf } from '../../schema/configuration/units.js';

/** An option's value, in milliseconds. */
export function parseDuration(text: string): number {
  const duration = durationOf(text);
  if (duration === null) throw new InvalidArgumentError(`must be ${DURATION_FORMAT}`);
  return duration;
}
