/** Stands for a text of any length, so that a longer one can be compared with it. */
export interface Digest {
  readonly length: number;
  readonly hashes: readonly [number, number];
}

export const emptyDigest: Digest = { length: 0, hashes: [0, 0] };

/** The digest of a text that goes on. */
export function grown({ length, hashes }: Digest, text: string): Digest {
  let [a, b] = hashes;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = (Math.imul(a, 31) + unit) | 0;
    b = Math.imul(b ^ unit, 0x01000193);
  }
  return { length: length + text.length, hashes: [a, b] };
}

export function beginsWith(text: string, { length, hashes }: Digest): boolean {
  if (text.length < length) return false;
  const [a, b] = grown(emptyDigest, text.slice(0, length)).hashes;
  return a === hashes[0] && b === hashes[1];
}
