import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AllowedOrigins, checkOrigin } from '../access/origin.js';
import { version } from '../version.js';

/** Answers /v1/health. Whatever is unusual about the request waits for the daemon to decide on. */
export function earlyHealth(allowedOrigins: AllowedOrigins) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request;
    if (method !== 'GET' || url !== '/v1/health' || headers.origin !== undefined) return false;
    try {
      checkOrigin(headers, allowedOrigins);
    } catch {
      return false;
    }
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(JSON.stringify({ status: 'ok', version }));
    return true;
  };
}
