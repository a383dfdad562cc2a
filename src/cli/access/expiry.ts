/** How long a token is valid, as the daemon takes it. */
export function expiry(ms: number | undefined): { expiresIn?: number } {
  return ms === undefined ? {} : { expiresIn: Math.max(Math.round(ms / 1000), 1) };
}
