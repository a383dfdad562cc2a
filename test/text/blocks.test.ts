import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, growBlocks, hasDefinitions, noBlocks } from '../../src/text/blocks.js';

const TEXT = `# Title

A paragraph
of two lines.

- one

- two
  more of two

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quote
`;

/** The blocks of a text that arrives in pieces. */
function grown(pieces: readonly string[]): string[] {
  let all = '';
  let blocks = noBlocks;
  for (const piece of pieces) {
    all += piece;
    blocks = growBlocks(blocks, all);
  }
  return blocksOf(blocks);
}

describe('growing markdown', () => {
  it('is split into top-level blocks', () => {
    expect(grown([TEXT]).map((block) => block.split('\n', 1)[0])).toEqual([
      '# Title',
      'A paragraph',
      '- one',
      '```ts',
      '| a | b |',
      '> quote',
    ]);
  });

  it('is split the same way however it arrives, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 30 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
        const pieces = at.slice(1).map((end, index) => TEXT.slice(at[index], end));
        expect(grown(pieces).join('')).toBe(TEXT);
        expect(grown(pieces)).toEqual(grown([TEXT]));
      }),
      { numRuns: 30 },
    );
  });

  it('changes only in its last block', () => {
    const before = growBlocks(noBlocks, TEXT);
    const after = growBlocks(before, `${TEXT}\nAnd more.`);
    expect(blocksOf(after).slice(0, 5)).toEqual(blocksOf(before).slice(0, 5));
    expect(after.starts.slice(0, before.starts.length)).toEqual(before.starts);
  });

  it('starts over with a different text', () => {
    expect(blocksOf(growBlocks(growBlocks(noBlocks, TEXT), 'one\n\ntwo'))).toEqual(['one\n\n', 'two']);
  });

  it('detects link definitions', () => {
    expect(hasDefinitions('see [this][1]\n\n[1]: https://example.com')).toBe(true);
    expect(hasDefinitions('a[0]: not at the beginning of a line')).toBe(false);
  });
});
