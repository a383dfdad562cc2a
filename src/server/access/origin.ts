import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ProblemError } from '../../schema/index.js';

export interface AllowedOrigins {
  /** Host names of the daemon, besides addresses and localhost. */
  hosts: readonly string[];
  /** Origins of web pages that may call it. */
  origins: readonly string[];
}

/**
 * A web page that the user visits must not control the daemon. The Host header reveals a foreign name that resolves to
 * the daemon (DNS rebinding), and the Origin header, which browsers always send, a call from a foreign page.
 */
export function checkOrigin(headers: IncomingHttpHeaders, { hosts, origins }: AllowedOrigins): void {
  const host = headers.host ?? '';
  if (!isOurName(hostnameOf(host), hosts)) {
    throw new ProblemError(
      'forbidden',
      `Host ${host} is not one of this daemon's; allow it with --allow-host`,
    );
  }
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin) || isSameOrigin(origin, host)) return;
  throw new ProblemError(
    'forbidden',
    `Origin ${origin} may not call this daemon; allow it with --cors-origin`,
  );
}

/** The value of Access-Control-Allow-Origin, or null. */
export function allowedOrigin(headers: IncomingHttpHeaders, { origins }: AllowedOrigins): string | null {
  const { origin } = headers;
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

function isOurName(name: string, hosts: readonly string[]): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0) return true;
  return hosts.some((host) => host.toLowerCase() === name);
}

function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** `[::1]:2468` → `::1` */
function hostnameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host);
  return (bracketed ? bracketed[1]! : host.replace(/:\d*$/, '')).toLowerCase();
}
