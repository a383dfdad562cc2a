import { describe, expect, it, vi } from 'vitest';
import { EncodedOnce } from '../../src/hub/encoder.js';
import { batchOf, lineEncoder } from './support.js';

describe('EncodedOnce', () => {
  it('encodes once per key', () => {
    const encode = vi.fn((encoder: ReturnType<typeof lineEncoder>) => encoder.batch(batchOf(1, 1)));
    const encoded = new EncodedOnce(encode);
    const bytes = encoded.for(lineEncoder());
    expect(encoded.for(lineEncoder())).toBe(bytes);
    expect(encoded.for(lineEncoder({ raw: true }))).not.toBe(bytes);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  it('asks a transport that cannot encode it only once', () => {
    const encode = vi.fn(() => null);
    const encoded = new EncodedOnce(encode);
    expect([encoded.for(lineEncoder()), encoded.for(lineEncoder())]).toEqual([null, null]);
    expect(encode).toHaveBeenCalledOnce();
  });
});
