/** The header size of an unmasked text frame, and the position of its length (RFC 6455, 5.2). */
export function headerLength(payload: number): number {
  if (payload < 126) return 2;
  return payload < 65_536 ? 4 : 10;
}

/** Writes the header of an unfragmented, unmasked text frame; returns the offset after it. */
export function writeHeader(into: Buffer, at: number, payload: number): number {
  into[at] = 0x81;
  if (payload < 126) {
    into[at + 1] = payload;
    return at + 2;
  }
  if (payload < 65_536) {
    into[at + 1] = 126;
    into.writeUInt16BE(payload, at + 2);
    return at + 4;
  }
  into[at + 1] = 127;
  into.writeBigUInt64BE(BigInt(payload), at + 2);
  return at + 10;
}

/**
 * All texts as frames in one buffer. Servers do not mask frames, so the bytes are the same for every reader: they are
 * built once and every socket gets the same buffer.
 */
export function framesOf(texts: readonly string[]): Buffer {
  const sizes = new Array<number>(texts.length);
  let total = 0;
  for (let i = 0; i < texts.length; i++) {
    const size = Buffer.byteLength(texts[i]!);
    sizes[i] = size;
    total += size + headerLength(size);
  }
  const buffer = Buffer.allocUnsafe(total);
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    at = writeHeader(buffer, at, sizes[i]!);
    at += buffer.write(texts[i]!, at, 'utf8');
  }
  return buffer;
}
