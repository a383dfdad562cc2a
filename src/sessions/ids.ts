import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random letters and digits that are hard to misread, with 5 bits each. */
export function randomId(length: number): string {
  let id = '';
  for (const byte of randomBytes(length)) id += ALPHABET[byte % 32];
  return id;
}
