import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileSearchResponse } from '../../../src/schema/index.js';
import { IgnoreRules } from '../../../src/server/files/ignore-rules.js';
import { rankOf } from '../../../src/server/files/rank.js';
import { workspace } from './workspace.js';

/** A session whose folder has the given files. */
async function folderWith(...files: string[]) {
  const space = await workspace();
  for (const file of files) {
    const path = join(space.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
  }
  const find = async (query: string, more: Record<string, string> = {}): Promise<string[]> => {
    const found = (await (await space.call('GET search', { query, ...more })).json()) as FileSearchResponse;
    return found.matches.map(({ path, entryType }) => (entryType === 'directory' ? `${path}/` : path));
  };
  return { ...space, find };
}

describe('the search for files', () => {
  it('finds files and folders by a part of their path, names first', async () => {
    const { find } = await folderWith(
      'src/parser.ts',
      'src/parser/tokens.ts',
      'test/parser.test.ts',
      'a.txt',
    );
    expect(await find('parser')).toEqual([
      'src/parser/',
      'src/parser.ts',
      'test/parser.test.ts',
      'src/parser/tokens.ts',
    ]);
    expect(await find('SRC/PT')).toEqual(['src/parser.ts', 'src/parser/tokens.ts']);
    expect(await find('zebra')).toEqual([]);
    expect(await find('')).toEqual(
      [
        'src/',
        'test/',
        'a.txt',
        'src/parser/',
        'src/parser.ts',
        'test/parser.test.ts',
        'src/parser/tokens.ts',
      ].sort(bySize),
    );
  });

  it('has a limit, and tells when there are more', async () => {
    const { call } = await folderWith('a1', 'a2', 'a3');
    const found = await (await call('GET search', { query: 'a', limit: '2' })).json();
    expect(found).toMatchObject({ matches: [{ path: 'a1' }, { path: 'a2' }], truncated: true });
    expect((await call('GET search', { limit: '1000' })).status).toBe(400);
  });

  it('leaves out what a .gitignore excludes, of any folder, and follows no links', async () => {
    const { find, folder, outside } = await folderWith(
      'dist/out.js',
      'src/out.js',
      'src/keep.log',
      'src/drop.log',
      'node_modules/x/out.js',
      '.git/out.js',
    );
    await writeFile(join(folder, '.gitignore'), '# built\n/dist/\n*.log\n');
    await writeFile(join(folder, 'src/.gitignore'), '!keep.log');
    await writeFile(join(outside, 'out.js'), '');
    await symlink(outside, join(folder, 'link'));
    expect(await find('out.js')).toEqual(['src/out.js']);
    expect(await find('.log')).toEqual(['src/keep.log']);
  });

  it('needs a session with a folder', async () => {
    const { daemon } = await folderWith('a');
    expect((await daemon.fetch('GET', '/v1/fs/search?query=a')).status).toBe(403);
    expect((await daemon.fetch('GET', '/v1/fs/search?query=a&sessionId=nobody')).status).toBe(404);
  });
});

/** Near the root first, then the shorter path. */
function bySize(a: string, b: string): number {
  const bare = (path: string) => path.replace(/\/$/, '');
  const depth = (path: string) => bare(path).split('/').length;
  return depth(a) - depth(b) || bare(a).length - bare(b).length || (bare(a) < bare(b) ? -1 : 1);
}

it('the rules of a .gitignore are matched in linear time', () => {
  const rules = new IgnoreRules(`${'*a'.repeat(90)}b\n`);
  expect(rules.decide(['a'.repeat(5_000)], false)).toBeNull();
  expect(rules.decide([`${'a'.repeat(5_000)}b`], false)).toBe(true);
});

it.for([
  ['*.log', 'a/b.log', true],
  ['/build', 'a/build', null],
  ['/build', 'build', true],
  ['doc/*.txt', 'doc/a/b.txt', null],
  ['doc/**/*.txt', 'doc/a/b.txt', true],
  ['a?[0-9]', 'ab7', true],
  ['a?[!0-9]', 'ab7', null],
  ['folder/', 'folder', null],
  ['\\#x', '#x', true],
  ['!x', 'x', false],
] as const)('%s and %s', ([pattern, path, expected]) => {
  expect(new IgnoreRules(pattern).decide(path.split('/'), false)).toBe(expected);
});

it('a path that contains the letters in order matches last', () => {
  expect(rankOf('src/main.ts', 'smt')).toBe(5);
  expect(rankOf('src/main.ts', 'main')).toBeLessThan(rankOf('main/src.ts', 'main') ?? 0);
  expect(rankOf('src/main.ts', 'tms')).toBeNull();
});
