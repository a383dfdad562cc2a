/** Stands for a text of any length in a small state. */
export interface Digest {
  length: number;
  hash: number;
}

export const emptyDigest: Digest = { length: 0, hash: 0 };

/** The digest of a text that goes on. */
export function grown({ length, hash }: Digest, text: string): Digest {
  let next = hash;
  for (let i = 0; i < text.length; i++) next = (Math.imul(next, 31) + text.charCodeAt(i)) | 0;
  return { length: length + text.length, hash: next };
}

export function digestOf(text: string): Digest {
  return grown(emptyDigest, text);
}

export function beginsWith(text: string, { length, hash }: Digest): boolean {
  return text.length >= length && digestOf(text.slice(0, length)).hash === hash;
}

export function isSame(a: Digest | undefined, b: Digest): boolean {
  return a?.length === b.length && a.hash === b.hash;
}
