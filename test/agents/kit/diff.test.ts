import { describe, expect, test } from 'vitest';
import { fileDiff, fragmentDiff, hunksDiff, inContext, patchDiff } from '../../../src/agents/kit/diff.js';

const lines = (...each: string[]) => `${each.join('\n')}\n`;

test('formats given hunks', () => {
  const hunks = [
    { oldStart: 1, oldLines: 2, newStart: 1, newLines: 1, lines: [' a', '-b'] },
    { oldStart: 9, oldLines: 1, newStart: 8, newLines: 2, lines: [' x', '+y'] },
  ];
  expect(patchDiff('/p/f.txt', hunks)).toBe(
    lines('--- a//p/f.txt', '+++ b//p/f.txt', '@@ -1,2 +1 @@', ' a', '-b', '@@ -9 +8,2 @@', ' x', '+y'),
  );
});

test('formats hunks in text form, also of a moved file', () => {
  const hunks = lines('@@ -1 +1 @@', '-a', '+b');
  expect(hunksDiff('f.txt', hunks)).toBe(`--- a/f.txt\n+++ b/f.txt\n${hunks}`);
  expect(hunksDiff('f.txt', hunks, '/p/g.txt')).toBe(`--- a/f.txt\n+++ b//p/g.txt\n${hunks}`);
});

test('cuts hunks to three lines of context', () => {
  const context = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ` ${from + i}`);
  const marker = '\\ No newline at end of file';
  const hunk = {
    oldStart: 11,
    oldLines: 14,
    newStart: 21,
    newLines: 14,
    lines: [...context(1, 4), '-5', '+five', ...context(6, 12), '+new', '-13', ' 14', marker],
  };
  expect(inContext([hunk])).toEqual([
    {
      oldStart: 12,
      oldLines: 7,
      newStart: 22,
      newLines: 7,
      lines: [...context(2, 4), '-5', '+five', ...context(6, 8)],
    },
    {
      oldStart: 20,
      oldLines: 5,
      newStart: 30,
      newLines: 5,
      lines: [...context(10, 12), '+new', '-13', ' 14', marker],
    },
  ]);
});

describe('diff of a whole file', () => {
  test('of a new file', () => {
    expect(fileDiff('f.txt', null, 'a\nb\n')).toBe(
      lines('--- /dev/null', '+++ b/f.txt', '@@ -0,0 +1,2 @@', '+a', '+b'),
    );
  });

  test('of a new, empty file', () => {
    expect(fileDiff('f.txt', null, '')).toBe(lines('--- /dev/null', '+++ b/f.txt'));
  });

  test('has three lines of context', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    expect(fileDiff('f', before, before.replace('5', 'five'))).toBe(
      lines('--- a/f', '+++ b/f', '@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'),
    );
  });

  test('shows added and removed lines', () => {
    expect(fileDiff('f', 'a\nb\n', 'a\nx\nb\n')).toContain('@@ -1,2 +1,3 @@\n a\n+x\n b\n');
    expect(fileDiff('f', 'a\na\n', 'a\n')).toContain('@@ -1,2 +1 @@\n a\n-a\n');
    expect(fileDiff('f', 'a\n', '')).toContain('@@ -1 +0,0 @@\n-a\n');
  });

  test('shows a missing newline at the end', () => {
    expect(fileDiff('f', 'a', 'a\n')).toContain('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n');
  });

  test('has no hunks without a change', () => {
    expect(fileDiff('f', 'a\n', 'a\n')).toBe(lines('--- a/f', '+++ b/f'));
  });
});

test('formats replacements at unknown positions', () => {
  const edits = [
    { before: 'one', after: 'two\nlines' },
    { before: 'keep\ngo', after: 'keep' },
  ];
  expect(fragmentDiff('/f', edits)).toBe(
    lines('--- a//f', '+++ b//f', '@@ -1 +1,2 @@', '-one', '+two', '+lines', '@@ -1,2 +1 @@', ' keep', '-go'),
  );
});

test('makes two hunks of changes that are far apart', () => {
  const before = Array.from({ length: 200 }, (_, i) => `line ${i}\n`);
  const after = before.with(10, 'ten\n').with(190, 'one ninety\n');
  const diff = fileDiff('f', before.join(''), after.join(''));
  expect(diff.match(/^@@ /gm)).toHaveLength(2);
  expect(diff.split('\n').length).toBeLessThan(25);
});

test('formats a deleted file', () => {
  expect(fileDiff('f', 'a\nb\n', null)).toBe(
    lines('--- a/f', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-a', '-b'),
  );
});

test('replaces texts as a whole if they differ too much', () => {
  const many = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${i}`).join('\n');
  const diff = fileDiff('f', many('old'), `${many('new')}\n`);
  expect(diff).toContain('@@ -1,5000 +1,5000 @@\n-old 0\n');
  expect(diff).toContain('-old 4999\n\\ No newline at end of file\n+new 0\n');
  expect(diff.endsWith('+new 4999\n')).toBe(true);
});
