import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../src/agents/opencode/diff.js';

test('paths are relative to the folder, and the index header is dropped', () => {
  const given =
    'Index: /w/src/a.ts\n=========\n--- /w/src/a.ts\n+++ /w/src/a.ts\t2026\n@@ -1 +1 @@\n-a\n+b\n';
  expect(unifiedDiff(given, '/w')).toBe('--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n');
  expect(unifiedDiff(given, null)).toBe('--- a/w/src/a.ts\n+++ b/w/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n');
});

test('an added or deleted file has /dev/null on the other side', () => {
  const added = '--- a.ts\t\n+++ a.ts\t\n@@ -0,0 +1,1 @@\n+a\n';
  const deleted = '--- a.ts\t\n+++ a.ts\t\n@@ -1,1 +0,0 @@\n-a\n';
  expect(unifiedDiff(added, '/w')).toBe('--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,1 @@\n+a\n');
  expect(unifiedDiff(deleted, '/w')).toBe('--- a/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
});

test('handles several files', () => {
  const one = (name: string) => `Index: ${name}\n=====\n--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-a\n+b\n`;
  expect(unifiedDiff(one('/w/a') + one('/w/b'), '/w')).toBe(
    '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n',
  );
});

test('leaves lines alone that only look like a header', () => {
  const given = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n same\n';
  expect(unifiedDiff(given, null)).toBe(
    '--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n--- old comment\n+++ new comment\n same\n',
  );
});
