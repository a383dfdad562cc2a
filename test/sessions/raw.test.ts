import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/schema/index.js';
import { rawOf } from '../../src/sessions/raw.js';

const unparsed: Draft = { type: 'agent.unparsed', error: 'e', location: 'l', raw_hash: 'h' };
const delta: Draft = { type: 'item.delta', key: 'k', delta: 'd' };

describe('the stored native payload', () => {
  it('is the original text of an understood payload', () => {
    const text = '{ "spaces":  "kept" }';
    expect(rawOf([delta], text)).toBe(text);
    expect(rawOf([], text)).toBe(text);
  });

  it('is the original text of JSON that was not understood', () => {
    expect(rawOf([unparsed], '{"type":"new"}')).toBe('{"type":"new"}');
    expect(rawOf([delta, unparsed], '[1]')).toBe('[1]');
  });

  it.each(['Segmentation fault', '', '{"cut":', 'a "quoted" line\t', '\u0000'])(
    'is a JSON string if the text is not JSON: %j',
    (text) => {
      expect(JSON.parse(rawOf([unparsed], text))).toBe(text);
    },
  );
});
