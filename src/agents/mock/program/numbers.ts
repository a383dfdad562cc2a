/** A whole number of zero or more, else NaN. */
export function natural(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
