import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Attachments } from '../../src/sessions/attachments.js';
import { tempFolder } from '../support/temp-folder.js';

it.each(['.', '..', '.git'])('gives a session called %s a folder of its own', async (id) => {
  const folder = await tempFolder();
  const attachments = new Attachments(folder);
  const other = await attachments.keep('other', 'a.txt', Buffer.from('kept'));
  const { path } = await attachments.keep(id, 'a.txt', Buffer.from('gone'));
  expect(dirname(dirname(path))).toBe(join(folder, 'attachments'));
  await attachments.delete(id);
  expect(existsSync(path)).toBe(false);
  expect(await readFile(other.path, 'utf8')).toBe('kept');
});

it('keeps two files of the same name apart', async () => {
  const attachments = new Attachments(await tempFolder());
  const paths = [];
  for (const text of ['one', 'two']) paths.push((await attachments.keep('s', 'a', Buffer.from(text))).path);
  expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(['one', 'two']);
});

it('deletes the files of a session that has none', async () => {
  await expect(new Attachments(await tempFolder()).delete('s')).resolves.toBeUndefined();
});
