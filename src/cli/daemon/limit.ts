import { bytesText } from '../../schema/configuration/units.js';
import { defaultLimits, kebabCase, limitNames } from '../../schema/limits.js';

/** The names of all limits with their defaults, one per line. */
export function describeLimits(): string {
  const names = limitNames.map(kebabCase);
  const width = Math.max(...names.map(({ length }) => length));
  return limitNames
    .map((key, index) => `  ${names[index]!.padEnd(width)}  ${bytesText(defaultLimits[key])}`)
    .join('\n');
}
