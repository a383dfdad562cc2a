import { describe, expect, test } from 'vitest';
import { fileRef, unifiedDiff } from '../../../src/agents/codex/diff.js';
import type { NativeChange } from '../../../src/agents/codex/native-items.js';
import { readRecording, recordings } from './recording.js';

const cwd = '/workspace/demo';
const change = (
  type: string,
  diff: string,
  path = 'a.txt',
  move_path: string | null = null,
): NativeChange => ({
  path: `${cwd}/${path}`,
  kind: { type, move_path },
  diff,
});

describe('a change as a unified diff', () => {
  test.each([
    ['a new file', change('add', 'one\ntwo\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n'],
    ['a new line', change('add', 'one\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n'],
    [
      'a file that does not end its last line',
      change('add', 'one\ntwo'),
      '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n',
    ],
    ['an empty file', change('add', ''), '--- /dev/null\n+++ b/a.txt\n'],
    ['a blank line', change('add', '\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+\n'],
    [
      'a deleted file',
      change('delete', 'one\ntwo\n'),
      '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n',
    ],
    [
      'an update, whose hunks are there already',
      change('update', '@@ -1 +1 @@\n-a\n+b\n'),
      '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n',
    ],
    [
      'a file that moves',
      change('update', `@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: ${cwd}/b.txt`, 'a.txt', `${cwd}/b.txt`),
      '--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a\n+b\n',
    ],
  ])('%s', (_, given, expected) => {
    expect(unifiedDiff(given, cwd)).toBe(expected);
  });

  test('a file outside the folder has its whole name', () => {
    const given = { ...change('add', 'x\n'), path: '/home/user/x' };
    expect(unifiedDiff(given, cwd)).toContain('+++ b/home/user/x\n');
    expect(unifiedDiff(given, null)).toContain('+++ b/home/user/x\n');
  });

  test('is what Codex itself says of a whole turn', () => {
    let compared = 0;
    for (const name of recordings) {
      let own = '';
      for (const line of readRecording(name)) {
        if (line.dir !== 'out' || line.message === null) continue;
        const { method, params } = line.message;
        if (method === 'turn/started') own = '';
        if (
          method === 'item/completed' &&
          params.item.type === 'fileChange' &&
          params.item.status === 'completed'
        )
          own += params.item.changes.map((each: NativeChange) => unifiedDiff(each, cwd)).join('');
        if (method !== 'turn/diff/updated' || own === '') continue;
        const told = params.diff.replace(/^(diff --git|index|new file mode|deleted file mode) .*\n/gm, '');
        expect(own, name).toBe(told);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

test('a file that was added was written, any other was patched', () => {
  expect(fileRef(change('add', 'x\n'), cwd)).toMatchObject({ path: `${cwd}/a.txt`, action: 'write' });
  expect(fileRef(change('delete', 'x\n'), cwd)).toMatchObject({ action: 'patch' });
  expect(fileRef(change('update', '', 'a.txt', `${cwd}/b.txt`), cwd)).toMatchObject({
    path: `${cwd}/b.txt`,
    action: 'patch',
  });
});
