import { describe, expect, test } from 'vitest';
import { fileRef, patchLabel, proposedChange, unifiedDiff } from '../../../src/agents/codex/diff.js';
import type { NativeChange } from '../../../src/agents/codex/native-items.js';
import { readRecording, recordings } from './recording.js';

const CWD = '/workspace/demo';
const change = (
  type: string,
  diff: string,
  path = 'a.txt',
  move_path: string | null = null,
): NativeChange => ({
  path: `${CWD}/${path}`,
  kind: { type, move_path },
  diff,
});

describe('a change as a unified diff', () => {
  test.each([
    ['a new file', change('add', 'one\ntwo\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n'],
    ['a new file of one line', change('add', 'one\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n'],
    [
      'a new file without a final newline',
      change('add', 'one\ntwo'),
      '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n',
    ],
    ['a new empty file', change('add', ''), '--- /dev/null\n+++ b/a.txt\n'],
    ['a new file of one blank line', change('add', '\n'), '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+\n'],
    [
      'a deleted file',
      change('delete', 'one\ntwo\n'),
      '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n',
    ],
    [
      'an update, given as hunks',
      change('update', '@@ -1 +1 @@\n-a\n+b\n'),
      '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n',
    ],
    [
      'a moved file',
      change('update', `@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: ${CWD}/b.txt`, 'a.txt', `${CWD}/b.txt`),
      '--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a\n+b\n',
    ],
  ])('%s', (_, given, expected) => {
    expect(unifiedDiff(given, [CWD])).toBe(expected);
  });

  test('a file outside the folder has its full path', () => {
    const given = { ...change('add', 'x\n'), path: '/home/user/x' };
    expect(unifiedDiff(given, [CWD])).toContain('+++ b//home/user/x\n');
    expect(unifiedDiff(given, [])).toContain('+++ b//home/user/x\n');
  });

  test('is equal to the diff that Codex gives for a whole turn', () => {
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
          own += params.item.changes.map((each: NativeChange) => unifiedDiff(each, [CWD])).join('');
        if (method !== 'turn/diff/updated' || own === '') continue;
        const theirs = params.diff.replace(/^(diff --git|index|new file mode|deleted file mode) .*\n/gm, '');
        expect(own, name).toBe(theirs);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

test('an added file counts as written, any other as patched', () => {
  expect(fileRef(change('add', 'x\n'), [CWD])).toMatchObject({ path: `${CWD}/a.txt`, action: 'write' });
  expect(fileRef(change('delete', 'x\n'), [CWD])).toMatchObject({ action: 'patch' });
  expect(fileRef(change('update', '', 'a.txt', `${CWD}/b.txt`), [CWD])).toMatchObject({
    path: `${CWD}/b.txt`,
    action: 'patch',
  });
});

describe('a change to be approved', () => {
  test('is compared with the file if it writes or deletes all of it', () => {
    expect(proposedChange(change('add', 'x\n'), [CWD])).toEqual({
      type: 'write',
      path: `${CWD}/a.txt`,
      content: 'x\n',
    });
    expect(proposedChange(change('delete', 'x\n'), [CWD])).toEqual({ type: 'delete', path: `${CWD}/a.txt` });
  });

  test('is the diff of Codex if it updates a part, which Codex compares with the file', () => {
    expect(proposedChange(change('update', '@@ -7 +7 @@\n-a\n+b\n'), [CWD])).toEqual({
      type: 'diff',
      diff: '--- a/a.txt\n+++ b/a.txt\n@@ -7 +7 @@\n-a\n+b\n',
    });
  });
});

test.each([
  ['an edit', [change('update', '')], 'edit', 'a.txt'],
  ['a new file', [change('add', '')], 'edit', 'a.txt'],
  ['a deletion', [change('delete', '')], 'delete', 'a.txt'],
  ['a move', [change('update', '', 'a.txt', `${CWD}/b/c.txt`)], 'move', 'a.txt → b/c.txt'],
  ['several', [change('delete', ''), change('add', '', 'b.txt')], 'edit', 'a.txt, b.txt'],
  [
    'many',
    ['1', '2', '3', '4', '5'].map((name) => change('delete', '', name)),
    'delete',
    '1, 2, 3 and 2 more',
  ],
  ['none', [], 'edit', 'Edit files'],
])('a patch is labelled by its files: %s', (_, changes, kind, title) => {
  expect(patchLabel(changes, [CWD])).toEqual({ kind, title });
});
