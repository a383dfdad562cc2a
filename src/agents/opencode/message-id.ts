import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

let last = 0n;

/**
 * An id for a message, in the server's own format: it orders messages by their ids, which begin with the time. Knowing
 * the id, we recognise our message in the server's events.
 */
export function messageId(now: number = Date.now()): string {
  const time = BigInt(now) * 0x1000n + 1n;
  last = time > last ? time : last + 1n;
  const tail = Array.from(randomBytes(14), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return `msg_${(last & 0xffffffffffffn).toString(16).padStart(12, '0')}${tail}`;
}
