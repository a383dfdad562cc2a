import { createHash, timingSafeEqual } from 'node:crypto';
import { randomId } from '../../sessions/index.js';

/** 160 random bits, in characters that are allowed in a header and in a subprotocol. */
export function newToken(): string {
  return randomId(32);
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares in constant time, using digests because they have equal lengths. */
export function isToken(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The token in an Authorization header: as it is, or as the password of any user. */
export function tokenOf(header: string | undefined): string | undefined {
  const [, scheme, value] = /^(Bearer|Token|Basic) +(\S+)$/i.exec(header ?? '') ?? [];
  return value !== undefined && scheme?.toLowerCase() === 'basic' ? passwordOf(value) : value;
}

function passwordOf(credentials: string): string | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(credentials)) return undefined;
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
