/** Durations and sizes as people write them. */

const timeUnits = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const byteUnits = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

export const DURATION_FORMAT = 'a duration such as 90s, 15m or 2h';
export const BYTES_FORMAT = 'a number of bytes such as 500MiB or 20GiB';

/** `90s` → 90000; null if it is no duration. */
export function durationOf(text: string): number | null {
  const [, number, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  return positive(Number(number) * timeUnits[unit as keyof typeof timeUnits]);
}

/** `5MiB` → 5242880; null if it is no size. */
export function bytesOf(text: string): number | null {
  const [, number, unit] = /^(\d+)(|KiB|MiB|GiB)$/.exec(text) ?? [];
  return positive(Number(number) * byteUnits[unit as keyof typeof byteUnits]);
}

/** 90000 → `90s` */
export const durationText = (ms: number) => inUnits(ms, timeUnits);

/** 5242880 → `5MiB` */
export const bytesText = (bytes: number) => inUnits(bytes, byteUnits);

/** In the largest unit that divides it. */
function inUnits(number: number, units: Readonly<Record<string, number>>): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => number % each === 0) ?? ['', 1];
  return `${number / size}${unit}`;
}

function positive(number: number): number | null {
  return number > 0 && Number.isSafeInteger(number) ? number : null;
}
