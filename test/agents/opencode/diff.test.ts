import { expect, test } from 'vitest';
import { contentOf, unifiedDiff } from '../../../src/agents/opencode/diff.js';

const HUNK = '@@ -1,2 +1,2 @@\n-a\n+b\n same\n';
const patch = (name: string, hunk = HUNK) =>
  `Index: ${name}\n=========\n--- ${name}\n+++ ${name}\t2026\n${hunk}`;

test('paths are relative to the folder, and the index header is dropped', () => {
  const change = { path: '/w/src/a.ts', patch: patch('/w/src/a.ts') };
  expect(unifiedDiff(change, ['/v', '/w'])).toBe(`--- a/src/a.ts\n+++ b/src/a.ts\n${HUNK}`);
  expect(unifiedDiff(change, [])).toBe(`--- a//w/src/a.ts\n+++ b//w/src/a.ts\n${HUNK}`);
});

test('has three lines of context', () => {
  const lines = [' 1', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8', ' 9'];
  const hunk = `@@ -1,9 +1,9 @@\n${lines.join('\n')}\n`;
  expect(unifiedDiff({ path: 'a', patch: patch('a', hunk) }, [])).toBe(
    `--- a/a\n+++ b/a\n@@ -2,7 +2,7 @@\n${lines.slice(1, -1).join('\n')}\n`,
  );
});

test('only a file that was added or deleted has /dev/null on the other side', () => {
  const added = patch('a', '@@ -0,0 +1,1 @@\n+a\n');
  const deleted = patch('a', '@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n');
  expect(unifiedDiff({ path: 'a', patch: added, created: true }, [])).toBe(
    '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+a\n',
  );
  expect(unifiedDiff({ path: 'a', patch: deleted, deleted: true }, [])).toBe(
    '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n',
  );
  expect(unifiedDiff({ path: 'a', patch: added }, [])).toBe('--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+a\n');
});

test('a file that was moved has both names', () => {
  const change = { path: '/w/a', movedTo: '/w/sub/b', patch: patch('/w/a') };
  expect(unifiedDiff(change, ['/w'])).toBe(`--- a/a\n+++ b/sub/b\n${HUNK}`);
});

test('leaves lines alone that only look like a header', () => {
  const hunk = '@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n same\n';
  expect(unifiedDiff({ path: 'a', patch: patch('a', hunk) }, [])).toBe(`--- a/a\n+++ b/a\n${hunk}`);
});

test('is nothing if there are no hunks', () => {
  expect(unifiedDiff({ path: 'a', patch: '' }, [])).toBeNull();
  expect(unifiedDiff({ path: 'a', patch: 'nonsense' }, [])).toBeNull();
});

test('tells the content of a file that the server takes for new', () => {
  expect(contentOf(patch('a', '@@ -0,0 +1,2 @@\n+a\n+b\n'))).toBe('a\nb\n');
  expect(contentOf(patch('a', '@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n'))).toBe('a');
  expect(contentOf(patch('a'))).toBeNull();
  expect(contentOf('')).toBeNull();
});
