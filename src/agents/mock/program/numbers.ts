/** Parses a non-negative integer; NaN otherwise. */
export function natural(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
