/**
 * The page may load only its own files and connect only to this daemon. It displays the output of agents: an injected
 * script or image must not be able to send data elsewhere.
 */
export function pageHeaders(host: string, isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      `connect-src ${connectable(host, isSecure).join(' ')}`,
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

/**
 * Not every browser applies 'self' to WebSockets, so their URLs are listed, unless the Host header is malformed. A page
 * without TLS may have come through a proxy that has it.
 */
function connectable(host: string, isSecure: boolean): string[] {
  if (!/^[\w.:[\]-]+$/.test(host)) return ["'self'"];
  return ["'self'", ...(isSecure ? [] : [`ws://${host}`]), `wss://${host}`];
}
