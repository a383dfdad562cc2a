import { InvalidArgumentError } from 'commander';

/** An option's value: a whole number, from 0. */
export function parseNatural(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('must be a whole number.');
  return Number(text);
}

/** An option's value: a whole number, from 1. */
export function parseCount(text: string): number {
  const count = parseNatural(text);
  if (count === 0) throw new InvalidArgumentError('must be at least 1.');
  return count;
}
