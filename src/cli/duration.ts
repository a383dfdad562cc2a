import { InvalidArgumentError } from 'commander';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s` → 90000 */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(number) * units[unit as keyof typeof units];
  if (ms > 0 && Number.isSafeInteger(ms)) return ms;
  throw new InvalidArgumentError('It must be a duration such as 90s, 15m or 2h.');
}
