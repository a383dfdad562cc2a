/** The code is in the fragment, which browsers never send, so it appears in no log. */
export function pairingUrl(daemonUrl: string, code: string): string {
  return `${daemonUrl}/ui/#pair=${code}`;
}
