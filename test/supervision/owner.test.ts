import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatMark, ownerOf } from '../../src/supervision/index.js';
import { tempFolder } from '../support/temp-folder.js';

const ID = '00000000-0000-4000-8000-000000000000';

test('a copy of a data folder is another owner, a renamed folder is the same', async () => {
  const parent = await tempFolder();
  const folder = join(parent, 'data');
  await mkdir(folder);
  const owner = ownerOf(ID, folder);
  await cp(folder, join(parent, 'copy'), { recursive: true });
  expect(ownerOf(ID, join(parent, 'copy'))).not.toBe(owner);
  await rename(folder, join(parent, 'moved'));
  expect(ownerOf(ID, join(parent, 'moved'))).toBe(owner);
});

test('an owner names the installation and can be part of a mark', async () => {
  const owner = ownerOf(ID, await tempFolder());
  expect(owner.startsWith(`${ID}:`)).toBe(true);
  expect(formatMark({ owner, sessionId: 's' })).toBe(`${owner}/s`);
  expect(ownerOf(ID, join(await tempFolder(), 'missing'))).toContain(':none:');
});
