import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

let last = 0n;

/**
 * An id for a message, as the server makes them: it puts messages in the order of their ids, which begin with the time.
 * With an id of our own we know the message when it is told.
 */
export function messageId(now: number = Date.now()): string {
  const time = BigInt(now) * 0x1000n + 1n;
  last = time > last ? time : last + 1n;
  const tail = Array.from(randomBytes(14), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return `msg_${(last & 0xffffffffffffn).toString(16).padStart(12, '0')}${tail}`;
}
