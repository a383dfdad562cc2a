/** The address of a daemon, and the socket if it has both. */
export function addressesIn(description: string | null): string[] {
  return description?.split(', ') ?? [];
}
