import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Policy } from '../../../src/agents/amp/policy.js';
import { tempFolder } from '../../support/temp-folder.js';

const edit = (path: string) => ({ tool: 'edit_file', input: { path, old_str: 'a', new_str: 'b' } });
const run = (cmd: string) => ({ tool: 'Bash', input: { cmd } });

describe('accepted edits', () => {
  test.each([
    ['a.txt', true],
    ['new/folder/a.txt', true],
    ['..a', true],
    ['../a.txt', false],
    ['/etc/passwd', false],
    ['elsewhere/a.txt', false],
    ['.git/hooks/pre-commit', false],
    ['sub/.git/config', false],
    ['.amp/settings.json', false],
    ['.', false],
  ])('%s: %s', async (path, isAllowed) => {
    const folder = await tempFolder();
    await symlink(await tempFolder(), join(folder, 'elsewhere'));
    const policy = new Policy('acceptEdits', folder);
    expect(await policy.isAllowed(edit(path))).toBe(isAllowed);
    if (!path.startsWith('/')) expect(await policy.isAllowed(edit(join(folder, path)))).toBe(isAllowed);
  });

  test('are all of a patch, or none', async () => {
    const folder = await tempFolder();
    const policy = new Policy('acceptEdits', folder);
    const patch = (...paths: string[]) => ({
      tool: 'apply_patch',
      input: { patchText: paths.map((path) => `*** Add File: ${path}\n+x`).join('\n') },
    });
    expect(await policy.isAllowed(patch('a', 'b'))).toBe(true);
    expect(await policy.isAllowed(patch('a', '../b'))).toBe(false);
    expect(await policy.isAllowed(patch())).toBe(false);
  });

  test('are edits and nothing else, where they are accepted and nowhere else', async () => {
    const folder = await tempFolder();
    expect(await new Policy('acceptEdits', folder).isAllowed(run('true'))).toBe(false);
    expect(await new Policy('default', folder).isAllowed(edit('a.txt'))).toBe(false);
  });

  test('are in the folder, also where a link leads to it', async () => {
    const base = await tempFolder();
    await mkdir(join(base, 'real'));
    await symlink(join(base, 'real'), join(base, 'link'));
    expect(await new Policy('acceptEdits', join(base, 'link')).isAllowed(edit('a.txt'))).toBe(true);
  });
});

test('what is always allowed is the same again', async () => {
  const policy = new Policy('default', await tempFolder());
  const search = (query: string) => ({ tool: 'web_search', input: { query } });
  policy.allowAlways(run('make'));
  policy.allowAlways(edit('/a'));
  policy.allowAlways(search('x'));
  const uses = [run('make'), run('make clean'), { ...edit('/a'), input: { path: '/a', new_str: 'c' } }];
  const others = [
    edit('/b'),
    search('x'),
    search('y'),
    { tool: 'shell_command', input: { command: 'make' } },
  ];
  const allowed = await Promise.all([...uses, ...others].map((use) => policy.isAllowed(use)));
  expect(allowed).toEqual([true, false, true, false, true, false, false]);
});
