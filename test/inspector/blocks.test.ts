import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, growBlocks, hasDefinitions, noBlocks } from '../../src/inspector/markdown/blocks.js';

const text = `# Title

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

/** The blocks of a text that comes in pieces. */
function grown(pieces: readonly string[]): string[] {
  let all = '';
  let blocks = noBlocks;
  for (const piece of pieces) {
    all += piece;
    blocks = growBlocks(blocks, all);
  }
  return blocksOf(blocks);
}

describe('markdown that grows', () => {
  it('is cut into its outermost blocks', () => {
    expect(grown([text]).map((block) => block.split('\n', 1)[0])).toEqual([
      '# Title',
      'A paragraph',
      '- one',
      '```ts',
      '| a | b |',
      '> quote',
    ]);
  });

  it('is cut in the same way however it comes, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 30 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(grown(pieces).join('')).toBe(text);
        expect(grown(pieces)).toEqual(grown([text]));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what it has cut: only the last block changes', () => {
    const before = growBlocks(noBlocks, text);
    const after = growBlocks(before, `${text}\nAnd more.`);
    expect(blocksOf(after).slice(0, 5)).toEqual(blocksOf(before).slice(0, 5));
    expect(after.starts.slice(0, before.starts.length)).toEqual(before.starts);
  });

  it('begins anew where it is another text', () => {
    expect(blocksOf(growBlocks(growBlocks(noBlocks, text), 'one\n\ntwo'))).toEqual(['one\n\n', 'two']);
  });

  it('is known to have addresses that stand elsewhere', () => {
    expect(hasDefinitions('see [this][1]\n\n[1]: https://example.com')).toBe(true);
    expect(hasDefinitions('a[0]: not at the beginning of a line')).toBe(false);
  });
});
