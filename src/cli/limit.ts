import { InvalidArgumentError } from 'commander';
import { defaultLimits, type Limits } from '../server/defaults.js';
import { byteUnits as units } from './bytes.js';

const names = new Map(Object.keys(defaultLimits).map((key) => [kebabCase(key), key as keyof Limits]));

/** `sessions=500` and `attachment-bytes=5MiB`, added to the limits that were given before. */
export function addLimit(text: string, before: Partial<Limits>): Partial<Limits> {
  const [, name = '', number, unit] = /^([^=]*)=(\d+)(|KiB|MiB|GiB)$/.exec(text) ?? [];
  const key = names.get(name || text.split('=')[0]!);
  if (!key) throw new InvalidArgumentError(`The limits are ${[...names.keys()].join(', ')}.`);
  const value = Number(number) * units[unit as keyof typeof units];
  if (value > 0 && Number.isSafeInteger(value)) return { ...before, [key]: value };
  throw new InvalidArgumentError(
    'It must be a name and a number such as sessions=500 or attachment-bytes=5MiB.',
  );
}

/** The names of all limits with their defaults, one per line. */
export function describeLimits(): string {
  const width = Math.max(...[...names.keys()].map(({ length }) => length));
  return [...names].map(([name, key]) => `  ${name.padEnd(width)}  ${short(defaultLimits[key])}`).join('\n');
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** In the largest unit that divides it. */
function short(number: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => number % each === 0)!;
  return `${number / size}${unit}`;
}
