import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts values. What they belong to is authenticated with them, so that no value can be moved to another place. */
export class SecretKey {
  /** Tells keys apart without giving anything away of them. */
  readonly id: string;
  readonly #key: Buffer;

  /** `material` must be random; it may have any form. */
  constructor(material: Uint8Array) {
    this.#key = derived(material, 'greenroom secrets', 32);
    this.id = derived(material, 'greenroom secret key id', 6).toString('base64url');
  }

  seal(value: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(owner));
    const content = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.id, nonce.toString('base64url'), content.toString('base64url')].join('.');
  }

  /** Null if it was sealed with another key or for another owner, or has been changed. */
  open(sealed: string, owner: string): string | null {
    const [version, id, nonce = '', content = ''] = sealed.split('.');
    if (version !== VERSION || id !== this.id) return null;
    const bytes = Buffer.from(content, 'base64url');
    if (bytes.length < TAG_BYTES) return null;
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      return null;
    }
  }
}

/** Keys for different purposes from one material. */
function derived(material: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', material, '', purpose, bytes));
}
