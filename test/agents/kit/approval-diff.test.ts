import { execFileSync } from 'node:child_process';
import { mkdir, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalDiff } from '../../../src/agents/kit/approval-diff.js';
import type { ProposedChange } from '../../../src/schema/index.js';
import { diffProblems } from '../../support/diff-problems.js';
import { tempFolder } from '../../support/temp-folder.js';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await tempFolder());
});

async function diffOf(...changes: ProposedChange[]): Promise<string | null> {
  const diff = await approvalDiff(changes, folder, [folder]);
  expect(diffProblems(diff ?? '\n')).toEqual(diff === null ? expect.anything() : []);
  return diff;
}

const file = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const lines = (...each: string[]) => `${each.join('\n')}\n`;

const write = (path: string, content: string): ProposedChange => ({ type: 'write', path, content });
const replace = (path: string, before: string, after: string, all?: true): ProposedChange => ({
  type: 'replace',
  path,
  edits: [{ before, after, ...(all ? { all } : {}) }],
});

describe('write', () => {
  test('a new file', async () => {
    expect(await diffOf(write('src/new.txt', 'one\n'))).toBe(
      lines('--- /dev/null', '+++ b/src/new.txt', '@@ -0,0 +1 @@', '+one'),
    );
  });

  test('an existing file: shows what is lost', async () => {
    await file('list.txt', 'one\ntwo\n');
    expect(await diffOf(write('list.txt', 'three\n'))).toBe(
      lines('--- a/list.txt', '+++ b/list.txt', '@@ -1,2 +1 @@', '-one', '-two', '+three'),
    );
  });

  test('an existing file that is empty', async () => {
    await file('empty.txt', '');
    expect(await diffOf(write('empty.txt', 'one\n'))).toBe(
      lines('--- a/empty.txt', '+++ b/empty.txt', '@@ -0,0 +1 @@', '+one'),
    );
  });

  test('the same content: only the headers', async () => {
    await file('same.txt', 'one\n');
    expect(await diffOf(write('same.txt', 'one\n'))).toBe(lines('--- a/same.txt', '+++ b/same.txt'));
  });

  test('several files, in order', async () => {
    await file('b.txt', 'old\n');
    const diff = await diffOf(write('b.txt', 'new\n'), write('a.txt', 'new\n'));
    expect(diff?.match(/^[-+]{3} .*$/gm)).toEqual([
      '--- a/b.txt',
      '+++ b/b.txt',
      '--- /dev/null',
      '+++ b/a.txt',
    ]);
  });
});

describe('replace', () => {
  test('shows the place in the file, with context', async () => {
    await file('list.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    expect(await diffOf(replace('list.txt', '5\n', 'five\n'))).toBe(
      lines(
        ...['--- a/list.txt', '+++ b/list.txt', '@@ -2,7 +2,7 @@'],
        ...[' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
      ),
    );
  });

  test('applies edits one after another', async () => {
    await file('list.txt', 'one\n');
    const edits = [
      { before: 'one', after: 'two' },
      { before: 'two', after: 'three' },
    ];
    expect(await diffOf({ type: 'replace', path: 'list.txt', edits })).toContain('\n-one\n+three\n');
  });

  test('replaces the first occurrence, or all', async () => {
    await file('list.txt', 'a\nb\na\n');
    expect(await diffOf(replace('list.txt', 'a', 'x'))).toContain('-a\n+x\n b\n a\n');
    expect(await diffOf(replace('list.txt', 'a', 'x', true))).toContain('-a\n+x\n b\n-a\n+x\n');
  });

  test.each([undefined, true] as const)('takes the replacement literally (all: %s)', async (all) => {
    await file('list.txt', 'price\n');
    const after = "$& $1 $$ $` $'";
    expect(await diffOf(replace('list.txt', 'price', after, all))).toContain(`-price\n+${after}\n`);
  });

  test('shows an edit that does not apply as it is', async () => {
    await file('list.txt', 'one\n');
    const diff = lines('--- a/list.txt', '+++ b/list.txt', '@@ -1 +1 @@', '-two', '+three');
    expect(await diffOf(replace('list.txt', 'two', 'three'))).toBe(diff);
    expect(await diffOf(replace('missing.txt', 'two', 'three'))).toBe(diff.replaceAll('list', 'missing'));
  });

  test('creates a file by replacing nothing', async () => {
    expect(await diffOf(replace('new.txt', '', 'one\n'))).toBe(
      lines('--- /dev/null', '+++ b/new.txt', '@@ -0,0 +1 @@', '+one'),
    );
    await file('old.txt', 'old\n');
    expect(await diffOf(replace('old.txt', '', 'one\n'))).toMatch(/^--- a\/old\.txt\n/);
  });
});

describe('delete', () => {
  test('shows what is lost', async () => {
    await file('list.txt', 'one\n');
    expect(await diffOf({ type: 'delete', path: 'list.txt' })).toBe(
      lines('--- a/list.txt', '+++ /dev/null', '@@ -1 +0,0 @@', '-one'),
    );
  });

  test('a missing file', async () => {
    expect(await diffOf({ type: 'delete', path: 'gone.txt' })).toBe(lines('--- a/gone.txt', '+++ /dev/null'));
  });
});

test("a provider's own diff is passed on", async () => {
  const diff = lines('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b');
  expect(await diffOf({ type: 'diff', diff }, write('y', 'y\n'))).toMatch(/^--- a\/x\n.*\+\+\+ b\/y\n/s);
});

test('nothing to change, nothing to show', async () => {
  expect(await diffOf()).toBeNull();
  expect(await diffOf({ type: 'diff', diff: '' })).toBeNull();
});

describe('a file that cannot be compared exists all the same', () => {
  const special: Record<string, (path: string) => unknown> = {
    'a FIFO': (path) => execFileSync('mkfifo', [path]),
    'a directory': (path) => mkdir(path),
    'a device': (path) => symlink('/dev/zero', path),
    'a binary file': (path) => writeFile(path, Buffer.from([1, 0, 2])),
    'a file that is too large': async (path) => {
      await writeFile(path, '');
      await truncate(path, 1024 * 1024 + 1);
    },
    'a link to itself': (path) => symlink(path, path),
  };

  test.each(Object.entries(special))('%s', async (_what, make) => {
    await make(join(folder, 'odd'));
    const added = ['@@ -0,0 +1 @@', '+new'];
    expect(await diffOf(write('odd', 'new\n'))).toBe(lines('--- a/odd', '+++ b/odd', ...added));
    expect(await diffOf(replace('odd', 'old', 'new'))).toBe(
      lines('--- a/odd', '+++ b/odd', '@@ -1 +1 @@', '-old', '+new'),
    );
    expect(await diffOf({ type: 'delete', path: 'odd' })).toBe(lines('--- a/odd', '+++ /dev/null'));
  });
});

describe('paths', () => {
  test('a symbolic link shows the file that it points to', async () => {
    await file('target.txt', 'old\n');
    await symlink('target.txt', join(folder, 'link.txt'));
    expect(await diffOf(write('link.txt', 'new\n'))).toBe(
      lines('--- a/link.txt', '+++ b/link.txt', '@@ -1 +1 @@', '-old', '+new'),
    );
  });

  test('a broken link is a new file', async () => {
    await symlink('nowhere.txt', join(folder, 'link.txt'));
    expect(await diffOf(write('link.txt', 'new\n'))).toMatch(/^--- \/dev\/null\n/);
  });

  test('an absolute path inside the folder is shown as relative, also through a link to the folder', async () => {
    const link = join(await tempFolder(), 'link');
    await symlink(folder, link);
    await file('list.txt', 'old\n');
    for (const path of [join(folder, 'list.txt'), join(link, 'list.txt'), './list.txt']) {
      const diff = await approvalDiff([write(path, 'new\n')], link, [link, folder]);
      expect(diff).toBe(lines('--- a/list.txt', '+++ b/list.txt', '@@ -1 +1 @@', '-old', '+new'));
    }
  });

  test('a path outside the folder is absolute', async () => {
    const outside = join(await realpath(await tempFolder()), 'list.txt');
    await writeFile(outside, 'old\n');
    expect(await diffOf(write(outside, 'new\n'))).toMatch(`--- a/${outside}\n+++ b/${outside}\n`);
    expect(await diffOf(write('../elsewhere.txt', 'new\n'))).toContain(
      `+++ b/${join(folder, '../elsewhere.txt')}\n`,
    );
  });
});
