import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { messageContent } from '../../../src/agents/kit/message-content.js';
import { readRegularFile } from '../../../src/agents/kit/regular-file.js';
import { tempFolder } from '../../support/temp-folder.js';

const run = promisify(execFile);

test('reads a file up to a size, also through a link', async () => {
  const folder = await tempFolder();
  const path = join(folder, 'file');
  await writeFile(path, '12345');
  await symlink(path, join(folder, 'link'));
  expect(String(await readRegularFile(path, 5))).toBe('12345');
  expect(String(await readRegularFile(join(folder, 'link'), 5))).toBe('12345');
  expect(await readRegularFile(path, 4)).toBe('unreadable');
});

test('tells a missing file from an unreadable one', async () => {
  const folder = await tempFolder();
  expect(await readRegularFile(join(folder, 'none'), 5)).toBe('missing');
  await writeFile(join(folder, 'file'), '');
  expect(await readRegularFile(join(folder, 'file', 'below'), 5)).toBe('missing');
  await mkdir(join(folder, 'folder'));
  expect(await readRegularFile(join(folder, 'folder'), 5)).toBe('unreadable');
});

test('never waits for a pipe or a device', async () => {
  const folder = await tempFolder();
  const pipe = join(folder, 'pipe.png');
  await run('mkfifo', [pipe]);
  await chmod(pipe, 0o600);
  expect(await readRegularFile(pipe, 1000)).toBe('unreadable');
  expect(await readRegularFile('/dev/zero', 1000)).toBe('unreadable');
  const message = {
    message: 'look',
    attachments: [{ path: pipe }, { path: '/dev/zero', mime: 'image/png' }],
  };
  expect(await messageContent(message, folder)).toEqual({
    text: `look\n\n@${pipe}\n@/dev/zero`,
    images: [],
  });
});
