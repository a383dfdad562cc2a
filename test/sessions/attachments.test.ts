import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultLimits, ProblemError } from '../../src/schema/index.js';
import { Attachments } from '../../src/sessions/attachments.js';
import { tempFolder } from '../support/temp-folder.js';

it.each(['.', '..', '.git'])('gives a session called %s a folder of its own', async (id) => {
  const folder = await tempFolder();
  const attachments = new Attachments(folder, defaultLimits);
  const other = await attachments.keep('other', 'a.txt', Buffer.from('kept'));
  const { path } = await attachments.keep(id, 'a.txt', Buffer.from('gone'));
  expect(dirname(dirname(path))).toBe(join(folder, 'attachments'));
  await attachments.delete(id);
  expect(existsSync(path)).toBe(false);
  expect(await readFile(other.path, 'utf8')).toBe('kept');
});

it('keeps two files of the same name apart', async () => {
  const attachments = new Attachments(await tempFolder(), defaultLimits);
  const paths = [];
  for (const text of ['one', 'two']) paths.push((await attachments.keep('s', 'a', Buffer.from(text))).path);
  expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(['one', 'two']);
});

it('deletes the files of a session that has none', async () => {
  await expect(new Attachments(await tempFolder(), defaultLimits).delete('s')).resolves.toBeUndefined();
});

it('refuses a file that is too large, alone or with those that the session has', async () => {
  const folder = await tempFolder();
  const limits = { attachmentBytes: 10_000, attachmentBytesPerSession: 20_000 };
  const attachments = new Attachments(folder, limits);
  const keep = (id: string, bytes: number, by = attachments) => by.keep(id, 'a', Buffer.alloc(bytes));
  await expect(keep('s', 10_001)).rejects.toThrow(/limit attachment-bytes\)/);
  await keep('s', 10_000);
  // Both at once: one of them fits.
  const outcomes = await Promise.allSettled([keep('s', 9000), keep('s', 9000)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  // Another daemon counts what there is.
  const restarted = new Attachments(folder, limits);
  await expect(keep('s', 5000, restarted)).rejects.toThrow(ProblemError);
  await keep('other', 10_000, restarted);
  await restarted.delete('s');
  await keep('s', 10_000, restarted);
});

it('limits the number of small files, too', async () => {
  const limits = { attachmentBytes: 10_000, attachmentBytesPerSession: 3 * 4096 };
  const attachments = new Attachments(await tempFolder(), limits);
  for (let i = 0; i < 3; i++) await attachments.keep('s', 'a', Buffer.alloc(1));
  await expect(attachments.keep('s', 'a', Buffer.alloc(0))).rejects.toThrow(/attachment-bytes-per-session/);
});
