/**
 * What the inspector's page may do: load what comes with it, talk to this daemon, and nothing else. What an agent
 * writes is shown on it, so a script or a picture that slips through must find all doors shut.
 */
export function pageHeaders(host: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      `connect-src ${connectable(host).join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Not every browser takes 'self' for WebSockets too, so they are named. A Host that is no plain name is not. */
function connectable(host: string): string[] {
  return /^[\w.:[\]-]+$/.test(host) ? ["'self'", `ws://${host}`, `wss://${host}`] : ["'self'"];
}
