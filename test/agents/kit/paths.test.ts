import { expect, test } from 'vitest';
import { shortPath } from '../../../src/agents/kit/paths.js';

const roots = ['/home/me/project', '/mnt/disk/project'];

test.each([
  ['of a file inside', '/home/me/project/src/a.ts', 'src/a.ts'],
  ['of a file inside, links resolved', '/mnt/disk/project/src/a.ts', 'src/a.ts'],
  ['that is relative', 'src/a.ts', 'src/a.ts'],
  ['that is relative, with dots', './src/../b.ts', 'b.ts'],
  ['of a file outside', '/home/me/other/a.ts', '/home/me/other/a.ts'],
  ['of a file outside, relative', '../other/a.ts', '/home/me/other/a.ts'],
  ['of a folder with a similar name', '/home/me/project-2/a.ts', '/home/me/project-2/a.ts'],
  ['of a file whose name begins with dots', '/home/me/project/..a.ts', '..a.ts'],
  ['of the folder itself', '/home/me/project', '/home/me/project'],
])('shortens a path %s', (_what, path, shown) => {
  expect(shortPath(path, roots)).toBe(shown);
});

test('shows a path as it is if the folder is unknown', () => {
  expect(shortPath('/home/me/a.ts', [])).toBe('/home/me/a.ts');
  expect(shortPath('../a.ts', [])).toBe('../a.ts');
});

test('keeps an empty path', () => {
  expect(shortPath('', roots)).toBe('');
});

test('shows everything as inside the root of the file system', () => {
  expect(shortPath('/etc/hosts', ['/'])).toBe('etc/hosts');
});
