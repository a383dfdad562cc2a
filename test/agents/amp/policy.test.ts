import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Policy } from '../../../src/agents/amp/policy.js';
import { tempFolder } from '../../support/temp-folder.js';

const edit = (path: string) => ({ tool: 'edit_file', input: { path, old_str: 'a', new_str: 'b' } });
const run = (cmd: string) => ({ tool: 'Bash', input: { cmd } });

describe('acceptEdits', () => {
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

  test('covers a patch only if it covers all its files', async () => {
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

  test('covers only edits, and only in that mode', async () => {
    const folder = await tempFolder();
    expect(await new Policy('acceptEdits', folder).isAllowed(run('true'))).toBe(false);
    expect(await new Policy('default', folder).isAllowed(edit('a.txt'))).toBe(false);
  });

  test('covers a session folder given as a symbolic link', async () => {
    const base = await tempFolder();
    await mkdir(join(base, 'real'));
    await symlink(join(base, 'real'), join(base, 'link'));
    expect(await new Policy('acceptEdits', join(base, 'link')).isAllowed(edit('a.txt'))).toBe(true);
  });
});

test('"always" does not cover the rules of an agent', async () => {
  const policy = new Policy('default', await tempFolder());
  policy.allowAlways(edit('.amp/settings.json'));
  expect(await policy.isAllowed(edit('.amp/settings.json'))).toBe(false);
});

test('"always" covers the same use of the same tool', async () => {
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
