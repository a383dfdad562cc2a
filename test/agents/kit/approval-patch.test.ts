import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approvalDiff } from '../../../src/agents/agent.js';
import { diffProblems } from '../../support/diff-problems.js';
import { tempFolder } from '../../support/temp-folder.js';

/** A patch of the provider, compared with the files on disk. */
async function shown(files: Record<string, string>, change: { patch: string; movedTo?: string }) {
  const directory = await tempFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  const movedTo = change.movedTo === undefined ? {} : { movedTo: join(directory, change.movedTo) };
  const patch = { type: 'patch', path: join(directory, 'a.ts'), patch: change.patch, ...movedTo } as const;
  const diff = await approvalDiff([patch], directory, [directory]);
  expect(diffProblems(diff ?? '\n')).toEqual([]);
  return diff;
}

const BEFORE = Array.from({ length: 12 }, (_, i) => `  ${i + 1}`).join('\n');
// Four lines of context, and without the indentation that all lines share.
const PATCH =
  'Index: a.ts\n===\n--- a.ts\n+++ a.ts\n@@ -2,9 +2,9 @@\n 2\n 3\n 4\n 5\n-6\n+SIX\n 7\n 8\n 9\n 10\n';
const HUNK = '@@ -3,7 +3,7 @@\n   3\n   4\n   5\n-  6\n+  SIX\n   7\n   8\n   9\n';

test('has the indentation of the file, and three lines of context', async () => {
  expect(await shown({ 'a.ts': `${BEFORE}\n` }, { patch: PATCH })).toBe(`--- a/a.ts\n+++ b/a.ts\n${HUNK}`);
});

test('that does not fit the file is shown as it is', async () => {
  const given = PATCH.slice(PATCH.indexOf(' 3'), PATCH.lastIndexOf(' 10'));
  const expected = `--- a/a.ts\n+++ b/a.ts\n@@ -3,7 +3,7 @@\n${given}`;
  expect(await shown({ 'a.ts': 'something else\n' }, { patch: PATCH })).toBe(expected);
  expect(await shown({}, { patch: PATCH })).toBe(expected);
});

test('of a file that is moved has both names', async () => {
  expect(await shown({ 'a.ts': `${BEFORE}\n` }, { patch: PATCH, movedTo: 'sub/b.ts' })).toBe(
    `--- a/a.ts\n+++ b/sub/b.ts\n${HUNK}`,
  );
});

test('of a file that is moved over another one shows the loss of both', async () => {
  const diff = await shown(
    { 'a.ts': `${BEFORE}\n`, 'b.ts': 'precious\n' },
    { patch: PATCH, movedTo: 'b.ts' },
  );
  expect(diff).toMatch(/^--- a\/a\.ts\n\+\+\+ \/dev\/null\n/);
  expect(diff).toContain('\n--- a/b.ts\n+++ b/b.ts\n');
  expect(diff).toContain('\n-precious\n');
  expect(diff).toContain('\n+  SIX\n');
});

test('of a folder is shown as it is', async () => {
  const directory = await tempFolder();
  await mkdir(join(directory, 'a.ts'));
  const diff = await approvalDiff([{ type: 'patch', path: 'a.ts', patch: PATCH }], directory, [directory]);
  expect(diff).toMatch(/^--- a\/a\.ts\n\+\+\+ b\/a\.ts\n@@ -3,7 /);
});
