/** A cost in dollars; empty if it is zero or unknown. */
export function costText(usd: number): string {
  if (usd === 0) return '';
  return usd < 0.01 ? '< $0.01' : `$${usd.toFixed(2)}`;
}
