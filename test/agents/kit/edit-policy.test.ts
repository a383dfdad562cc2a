import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOrdinaryEdit } from '../../../src/agents/kit/edit-policy.js';
import { namesInside, realPath } from '../../../src/agents/kit/real-path.js';
import { tempFolder } from '../../support/temp-folder.js';

/** A session's folder, a sibling folder, and symbolic links between them. */
async function folders() {
  const root = await realpath(await tempFolder());
  const [here, there] = [join(root, 'here'), join(root, 'there')];
  await mkdir(join(here, 'src'), { recursive: true });
  await mkdir(there);
  await writeFile(join(here, 'src', 'a.txt'), '');
  await writeFile(join(there, 'b.txt'), '');
  await symlink(there, join(here, 'out'));
  await symlink(join(there, 'b.txt'), join(here, 'b-link'));
  await symlink('../there/missing.txt', join(here, 'dangling'));
  await symlink('loop-b', join(here, 'loop-a'));
  await symlink('loop-a', join(here, 'loop-b'));
  await symlink('src', join(here, 'in'));
  await symlink(here, join(root, 'alias'));
  return { root, here, there };
}

describe('accepting edits covers', () => {
  test.each([
    ['a file', ['src/a.txt']],
    ['a file that does not exist yet', ['src/new.txt']],
    ['a file in a folder that does not exist yet', ['new/deep/file.txt']],
    ['a path through a link that stays inside', ['in/a.txt']],
    ['a path that leaves and comes back', ['../here/src/a.txt']],
    ['a name that begins with dots', ['..a/b.txt']],
    ['several files', ['src/a.txt', 'src/b.txt']],
  ])('%s', async (_, paths) => {
    expect(await isOrdinaryEdit(paths, (await folders()).here)).toBe(true);
  });

  test('an absolute path, even if the session folder is given as a link', async () => {
    const { root, here } = await folders();
    expect(await isOrdinaryEdit([join(here, 'src', 'a.txt')], here)).toBe(true);
    expect(await isOrdinaryEdit([join(here, 'src', 'a.txt')], join(root, 'alias'))).toBe(true);
    expect(await isOrdinaryEdit([join(root, 'alias', 'new.txt')], here)).toBe(true);
  });
});

describe('accepting edits does not cover', () => {
  test.each([
    ['no file at all', []],
    ['the folder itself', ['.']],
    ['a file outside', ['../there/b.txt']],
    ['a folder whose name only begins alike', ['../here-too/a.txt']],
    ['an absolute path elsewhere', ['/etc/passwd']],
    ['a path through a linked folder that leads outside', ['out/b.txt']],
    ['a new file in a linked folder that leads outside', ['out/new.txt']],
    ['a link to a file outside', ['b-link']],
    ['a link to a file outside that does not exist yet', ['dangling']],
    ['a loop of links', ['loop-a']],
    ['several files of which one is outside', ['src/a.txt', '../there/b.txt']],
    ['the repository', ['.git/hooks/pre-commit']],
    ['the repository of a nested project', ['src/.git/config']],
    ["an agent's rules", ['.claude/settings.json']],
    ['a configuration that starts programs', ['opencode.json']],
    ['a guarded name in other letters', ['.GIT/config']],
    ['a guarded name behind a link', ['in/../.git/config']],
  ])('%s', async (_, paths) => {
    expect(await isOrdinaryEdit(paths, (await folders()).here)).toBe(false);
  });
});

test('resolves links, whether or not the file exists', async () => {
  const { here, there } = await folders();
  expect(await realPath(join(here, 'in', 'a.txt'))).toBe(join(here, 'src', 'a.txt'));
  expect(await realPath(join(here, 'out', 'x', 'y'))).toBe(join(there, 'x', 'y'));
  expect(await realPath(join(here, 'dangling'))).toBe(join(there, 'missing.txt'));
  await expect(realPath(join(here, 'loop-a'))).rejects.toThrow('ELOOP');
});

test('returns the path segments after resolving links', async () => {
  const { here } = await folders();
  expect(await namesInside(here, 'in/new.txt')).toEqual(['src', 'new.txt']);
  expect(await namesInside(here, 'out/b.txt')).toBeNull();
});
