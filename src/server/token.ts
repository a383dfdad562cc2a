import { createHash, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '../schema/index.js';
import { randomId } from '../sessions/index.js';

/** A token that nobody guesses: 160 bits, of letters that may stand in a header and in a subprotocol. */
export function newToken(): string {
  return randomId(32);
}

/** Compares in constant time, whatever the lengths: digests are of one length. */
export function isToken(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

/** Refuses who does not have the token; `expected` is null where none is asked for. */
export function checkToken(given: string | undefined, expected: string | null): void {
  if (expected === null || isToken(given, expected)) return;
  const detail =
    given === undefined ? 'send the token as Authorization: Bearer <token>' : 'the token is wrong';
  throw new ProblemError('token_invalid', detail);
}
