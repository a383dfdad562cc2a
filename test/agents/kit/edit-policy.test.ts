import { link, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isGuardedEdit, isOrdinaryEdit } from '../../../src/agents/kit/edit-policy.js';
import { realPath } from '../../../src/agents/kit/real-path.js';
import { tempFolder } from '../../support/temp-folder.js';

/** Files that set the rules of agents, by their names or by way of links. */
const rules = [
  'opencode.json',
  'opencode.jsonc',
  'src/deep/opencode.json',
  'OpenCode.JSON',
  '.opencode/plugin/a.js',
  '.claude/settings.local.json',
  'src/.claude/hooks/a.sh',
  '.codex/config.toml',
  '.amp/settings.json',
  '.mcp.json',
  '.Git/hooks/pre-commit',
  'innocent.json',
  'innocent/plugin/a.js',
  'shared/settings.json',
  'src/servers.json',
];

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
  await link(join(there, 'b.txt'), join(here, 'hard-link'));
  await symlink('opencode.json', join(here, 'innocent.json'));
  await symlink('.opencode', join(here, 'innocent'));
  // The other way round: the guarded name is the link.
  await mkdir(join(here, 'shared'));
  await symlink('shared', join(here, '.claude'));
  await symlink('src/servers.json', join(here, '.mcp.json'));
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
    ['instructions to a model', ['CLAUDE.md', 'src/AGENTS.md', '.codex/AGENTS.md']],
    [
      'a plan, and a working copy in the folder of an agent',
      ['.codex/plans/a.md', '.codex/worktrees/a/b.txt'],
    ],
    ['a name that only begins alike', ['opencode.json5', '.gitignore', 'codex/config.toml']],
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
    ['a path that leaves the folder for those who follow the link first', ['out/../secret.txt']],
    ['a file that has another name elsewhere', ['hard-link']],
    ...rules.map((path) => [`${path}, which sets rules`, [path]] as [string, string[]]),
  ])('%s', async (_, paths) => {
    expect(await isOrdinaryEdit(paths, (await folders()).here)).toBe(false);
  });
});

test.each(rules)('a change of %s is guarded', async (path) => {
  expect(await isGuardedEdit([path], (await folders()).here)).toBe(true);
});

test.each(['src/a.txt', 'out/b.txt', 'hard-link', 'CLAUDE.md'])(
  'a change of %s is not guarded',
  async (path) => {
    expect(await isGuardedEdit([path], (await folders()).here)).toBe(false);
  },
);

test("a change of the user's own configuration is guarded, wherever the session is", async () => {
  const { here } = await folders();
  for (const path of ['.claude/settings.json', '.config/opencode/plugin/a.js', '.codex/rules/default.rules'])
    expect(await isGuardedEdit([join('/home/somebody', path)], here)).toBe(true);
});

test('resolves links, whether or not the file exists', async () => {
  const { here, there } = await folders();
  expect(await realPath(join(here, 'in', 'a.txt'))).toBe(join(here, 'src', 'a.txt'));
  expect(await realPath(join(here, 'out', 'x', 'y'))).toBe(join(there, 'x', 'y'));
  expect(await realPath(join(here, 'dangling'))).toBe(join(there, 'missing.txt'));
  await expect(realPath(join(here, 'loop-a'))).rejects.toThrow('ELOOP');
});
