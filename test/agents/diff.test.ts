import { describe, expect, test } from 'vitest';
import { fileDiff, fragmentDiff, patchDiff } from '../../src/agents/diff.js';

const lines = (...each: string[]) => `${each.join('\n')}\n`;

test('hunks that are known', () => {
  const hunks = [
    { oldStart: 1, oldLines: 2, newStart: 1, newLines: 1, lines: [' a', '-b'] },
    { oldStart: 9, oldLines: 1, newStart: 8, newLines: 2, lines: [' x', '+y'] },
  ];
  expect(patchDiff('/p/f.txt', hunks)).toBe(
    lines('--- a/p/f.txt', '+++ b/p/f.txt', '@@ -1,2 +1 @@', ' a', '-b', '@@ -9 +8,2 @@', ' x', '+y'),
  );
});

describe('a whole file', () => {
  test('that is new', () => {
    expect(fileDiff('f.txt', null, 'a\nb\n')).toBe(
      lines('--- /dev/null', '+++ b/f.txt', '@@ -0,0 +1,2 @@', '+a', '+b'),
    );
  });

  test('that is new and empty', () => {
    expect(fileDiff('f.txt', null, '')).toBe(lines('--- /dev/null', '+++ b/f.txt'));
  });

  test('with a change in the middle: three lines around it', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    expect(fileDiff('f', before, before.replace('5', 'five'))).toBe(
      lines('--- a/f', '+++ b/f', '@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'),
    );
  });

  test('with a line more, a line less', () => {
    expect(fileDiff('f', 'a\nb\n', 'a\nx\nb\n')).toContain('@@ -1,2 +1,3 @@\n a\n+x\n b\n');
    expect(fileDiff('f', 'a\na\n', 'a\n')).toContain('@@ -1,2 +1 @@\n a\n-a\n');
    expect(fileDiff('f', 'a\n', '')).toContain('@@ -1 +0,0 @@\n-a\n');
  });

  test('a newline at the end is a difference', () => {
    expect(fileDiff('f', 'a', 'a\n')).toContain('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n');
  });

  test('without a change', () => {
    expect(fileDiff('f', 'a\n', 'a\n')).toBe(lines('--- a/f', '+++ b/f'));
  });
});

test('replacements whose place is not known', () => {
  const edits = [
    { before: 'one', after: 'two\nlines' },
    { before: 'keep\ngo', after: 'keep' },
  ];
  expect(fragmentDiff('/f', edits)).toBe(
    lines('--- a/f', '+++ b/f', '@@ -1 +1,2 @@', '-one', '+two', '+lines', '@@ -1,2 +1 @@', ' keep', '-go'),
  );
});
