import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { look } from '../../../src/cli/terminal/look.js';
import { renderMarkdown } from '../../../src/cli/terminal/markdown/render.js';
import { MarkdownStream } from '../../../src/cli/terminal/markdown/stream.js';
import { widthOf } from '../../../src/cli/terminal/wrap.js';

const bare = look(40, false);
const painted = look(40, true);
const TEXT = `# The title

A paragraph with **bold**, *italic* and \`code\` that is longer than one line, and a [link](https://example.com).

Setext
------

- one
- two
  - nested, with enough words to be wrapped somewhere
- [x] done

3. three
4. four

> A quote
> of two lines

| agent | events |
|:--|--:|
| mock | 13 |
| 漢字 🎭 | 7 |

\`\`\`ts
/* a comment
   of two lines */
const answer: number = 42; // a line that is too long for the terminal
\`\`\`

***

Done[^1] & see [label].

[label]: https://example.com/label
[^1]: A note.`;

describe('Markdown in a terminal', () => {
  it('is laid out to its width', () => {
    expect(renderMarkdown(TEXT, bare).join('\n')).toMatchInlineSnapshot(`
      "# The title

      A paragraph with bold, italic and \`code\`
      that is longer than one line, and a link
      (https://example.com).

      ## Setext

      • one
      • two
        ◦ nested, with enough words to be
          wrapped somewhere
      ☑ done

      3. three
      4. four

      │ A quote of two lines

      agent   │ events
      ────────┼───────
      mock    │     13
      漢字 🎭 │      7

        /* a comment
           of two lines */
        const answer: number = 42; // a line t
        hat is too long for the terminal

      ────────────────────────────────────────

      Done[^1] & see [label].

      [label]: https://example.com/label

      [^1] A note."
    `);
  });

  it('has colours where there are some', () => {
    const lines = renderMarkdown('# Title\n\n**bold** and `code`\n\n```js\nconst a = "b";\n```', painted);
    expect(lines.join('\n').replaceAll('\u001b', '^')).toMatchInlineSnapshot(`
      "^[1m^[4mTitle^[24m^[22m

      ^[1mbold^[22m and ^[36mcode^[39m

        ^[35mconst^[39m a = ^[32m"b"^[39m;"
    `);
  });

  it.each([
    ['in text', 'a \u001b[31mred\u001b]0;t\u0007 b'],
    ['in code', '`\u001b[2J` \n\n```\n\u001b[31m\n```'],
    ['in addresses', '[x](http://e.example/\u001b[31m) <http://e.example/\u009b1m>'],
    ['as references', 'a &#27;[31m &#x9b;31m b'],
    ['in tables and HTML', '| \u001b[1m |\n|--|\n| \u0007 |\n\n<b>\u001b[1m</b>'],
  ])('has no control characters of the agent %s', (_, text) => {
    expect(renderMarkdown(text, bare).join('')).not.toMatch(/\p{Cc}/u);
  });

  it('shows where a link leads', () => {
    expect(renderMarkdown('[https://bank.example](https://evil.example)', look(80, false))).toEqual([
      'https://bank.example (https://evil.example)',
    ]);
    expect(renderMarkdown('<https://example.com>', look(80, false))).toEqual(['https://example.com']);
  });
});

/** What is printed if the text arrives in these pieces. */
function streamed(pieces: readonly string[]): string[] {
  const stream = new MarkdownStream(painted);
  let text = '';
  const lines: string[] = [];
  for (const piece of pieces) {
    text += piece;
    lines.push(...stream.grow(text));
    // Looking at the rest changes nothing.
    stream.open();
  }
  return [...lines, ...stream.end(text)];
}

function cutAt(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % text.length))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length));
}

describe('streamed Markdown', () => {
  it('looks the same however it is cut', () => {
    const whole = streamed([TEXT]);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000 }), { maxLength: 20 }), (places) => {
        expect(streamed(cutAt(TEXT, places))).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('looks the same for any text however it is cut', () => {
    const pieces = fc.constantFrom(
      '# ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '```',
      '|',
      '---',
      'word',
      ' ',
      '**',
      '`',
      '    ',
      '[a]: b',
      '<p>',
      '===',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (given) => {
        expect(streamed(given)).toEqual(streamed([given.join('')]));
      }),
      { numRuns: 300 },
    );
  });

  it('hands out a block as soon as it is complete', () => {
    const stream = new MarkdownStream(bare);
    expect(stream.grow('one')).toEqual([]);
    expect(stream.open()).toEqual(['one']);
    expect(stream.grow('one\n\n#')).toEqual([]);
    expect(stream.grow('one\n\ntwo\n')).toEqual(['one']);
    expect(stream.open()).toEqual(['', 'two']);
    expect(stream.end('one\n\ntwo\n!')).toEqual(['', 'two !']);
  });

  it('never has a line that is wider than the terminal', () => {
    const texts = fc.array(
      fc.constantFrom('漢字', 'word ', '🎭', '\n', '- ', '| a | b |\n|--|--|\n', '`x`', 'ü', '> '),
    );
    fc.assert(
      fc.property(texts, (given) => {
        for (const line of renderMarkdown(given.join(''), bare))
          expect(widthOf(line)).toBeLessThanOrEqual(40);
      }),
    );
  });
});
