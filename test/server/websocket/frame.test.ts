import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { framesOf, headerLength, writeHeader } from '../../../src/server/websocket/frame.js';

const { Receiver } = createRequire(import.meta.url)('ws') as {
  Receiver: new (options: { isServer: boolean }) => Writable;
};

/** The messages that a WebSocket client parses from bytes arriving in chunks of a given size. */
async function received(bytes: Buffer, piece = bytes.length): Promise<string[]> {
  const receiver = new Receiver({ isServer: false });
  const messages: string[] = [];
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    expect(isBinary).toBe(false);
    messages.push(String(data));
  });
  const broken = new Promise<never>((_, reject) => receiver.on('error', reject));
  for (let at = 0; at < bytes.length; at += piece) receiver.write(bytes.subarray(at, at + piece));
  await Promise.race([broken, new Promise<void>((resolve) => receiver.end(resolve))]);
  return messages;
}

const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 65_537, 200_000];

describe('WebSocket frames', () => {
  it.each(lengths)('of %d bytes are parsed', async (length) => {
    const text = 'x'.repeat(length);
    const frame = framesOf([text]);
    expect(frame).toHaveLength(length + headerLength(length));
    expect(await received(frame)).toEqual([text]);
  });

  it('count bytes, not characters', async () => {
    // 63 characters of two bytes are 126 bytes: one too many for a short header.
    for (const text of ['ä'.repeat(62), 'ä'.repeat(63), '😀'.repeat(16_384), '€', '\u2028', 'a\0b']) {
      expect(await received(framesOf([text]))).toEqual([text]);
    }
  });

  it('are concatenated in order in one buffer', async () => {
    const texts = [...lengths.map((length) => 'y'.repeat(length)), '', '{"a":"ö"}'];
    expect(await received(framesOf(texts))).toEqual(texts);
  });

  it('may arrive in chunks of any size', async () => {
    const texts = ['ab', 'ä'.repeat(100), '', 'z'.repeat(300)];
    for (const piece of [1, 2, 3, 7, 100]) expect(await received(framesOf(texts), piece)).toEqual(texts);
  });

  it('are empty for no messages', () => {
    expect(framesOf([])).toHaveLength(0);
  });

  it('are unfragmented, unmasked text frames', () => {
    for (const length of lengths) {
      const header = Buffer.alloc(10);
      expect(writeHeader(header, 0, length)).toBe(headerLength(length));
      expect([header[0], header[1]! & 0x80]).toEqual([0x81, 0]);
    }
  });
});
