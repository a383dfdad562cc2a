import { describe, expect, it } from 'vitest';
import { contextOf, tokensOf } from '../../src/text/amounts.js';

describe('token counts', () => {
  it.each([
    [
      { input_tokens: 145_012, cached_tokens: 145_000, output_tokens: 300 },
      '145,012 in (145,000 cached), 300 out tokens',
    ],
    [{ input_tokens: 12, output_tokens: 3 }, '12 in, 3 out tokens'],
    [{ output_tokens: 3 }, '3 out tokens'],
    [{}, ''],
    [null, ''],
  ])('of %j read %j', (usage, text) => {
    expect(tokensOf(usage)).toBe(text);
  });

  it('of the context tell how much of the window is used', () => {
    expect(contextOf({ used_tokens: 45_000, window_tokens: 200_000 })).toBe('45,000 of 200,000');
  });
});
