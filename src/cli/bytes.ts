import { InvalidArgumentError } from 'commander';

export const byteUnits = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** `5MiB` → 5242880 */
export function parseBytes(text: string): number {
  const [, number, unit] = /^(\d+)(|KiB|MiB|GiB)$/.exec(text) ?? [];
  const bytes = Number(number) * byteUnits[unit as keyof typeof byteUnits];
  if (bytes > 0 && Number.isSafeInteger(bytes)) return bytes;
  throw new InvalidArgumentError('It must be a number of bytes such as 500MiB or 20GiB.');
}

/** `5242880` → `5.2 MB` */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
