import { describe, expect, it } from 'vitest';
import { coloured, plainText } from '../../src/inspector/chat/tools/ansi.js';
import { parseFiles } from '../../src/text/diff-files.js';
import { tailOf } from '../../src/text/tail.js';

describe("a program's output", () => {
  it('keeps colours and drops other control sequences', () => {
    const pieces = coloured('\u001b[1;31mred\u001b[0m plain \u001b[2J\u001b[94mblue');
    expect(pieces).toMatchObject([
      { text: 'red', colour: 'red', styles: ['bold'] },
      { text: ' plain ', colour: null, background: null, styles: [] },
      { text: 'blue', colour: 'bright-blue' },
    ]);
    expect(plainText('\u001b[1;31mred\u001b[0m')).toBe('red');
  });

  it('keeps the colours of the palette, any other colours, and backgrounds', () => {
    const sent = coloured('\u001b[38;5;208mA\u001b[48;5;244mB\u001b[0m\u001b[38;2;1;2;3;42mC');
    expect(sent).toMatchObject([
      { text: 'A', colour: 'rgb(255, 135, 0)', background: null },
      { text: 'B', colour: 'rgb(255, 135, 0)', background: 'rgb(128, 128, 128)' },
      { text: 'C', colour: 'rgb(1, 2, 3)', background: 'green' },
    ]);
  });

  it('shows the last state of a progress bar', () => {
    expect(plainText('10%\r50%\r100%\nnext\r\n')).toBe('100%\nnext\n');
  });

  it.each([
    ['a\nb\nc\n', 2, 'b\nc', 1],
    ['a\nb\nc', 3, 'a\nb\nc', 0],
    ['a\nb\nc', 1, 'c', 2],
    ['', 3, '', 0],
    ['\n\n\n', 1, '', 2],
  ])('of %j, the last %i lines are %j, and %i are hidden', (text, lines, shown, hidden) => {
    expect(tailOf(text, lines)).toEqual({ shown, hidden });
  });
});

describe('a diff', () => {
  it('is parsed file by file, with line numbers', () => {
    const files = parseFiles(
      '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n--- /dev/null\n+++ b/y.ts\n@@ -0,0 +1 @@\n+y\n' +
        '--- a/z.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n',
    );
    expect(files).toMatchObject([
      { path: 'x.ts', change: 'changed', added: 1, removed: 1 },
      { path: 'y.ts', change: 'new', added: 1, removed: 0 },
      { path: 'z.ts', change: 'deleted', added: 0, removed: 1 },
    ]);
    expect(files?.[0]?.lines).toEqual([
      { type: 'gap', text: '@@ -1,2 +1,2 @@', before: null, after: null },
      { type: 'normal', text: 'same', before: 1, after: 1 },
      { type: 'del', text: 'old', before: 2, after: null },
      { type: 'add', text: 'new', before: null, after: 2 },
    ]);
  });

  it.each(['', 'no diff at all', '@@ -1 +1 @@\n\\ No newline at end of file'])(
    'is not recognised in %j',
    (text) => {
      expect(parseFiles(text)).toBeNull();
    },
  );
});
