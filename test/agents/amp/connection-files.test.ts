import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConnectionFiles } from '../../../src/agents/amp/connection-files.js';
import { hasCredentials } from '../../../src/agents/amp/credentials.js';
import { tempFolder } from '../../support/temp-folder.js';

test('detects a key in the environment and a stored login', async () => {
  const home = await tempFolder();
  expect(hasCredentials({ HOME: home })).toBe(false);
  expect(hasCredentials({ HOME: home, AMP_API_KEY: 'x' })).toBe(true);
  await mkdir(join(home, '.local', 'share', 'amp'), { recursive: true });
  await writeFile(join(home, '.local', 'share', 'amp', 'secrets.json'), '{}');
  expect(hasCredentials({ HOME: home })).toBe(true);
  expect(hasCredentials({ HOME: home, XDG_DATA_HOME: '/nowhere' })).toBe(false);
});

describe('connection files', () => {
  test('are private and removed with the connection', async () => {
    const base = join(await tempFolder(), 'connections');
    const files = await ConnectionFiles.in(base);
    const file = await files.write('a.json', { a: 1 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(files.socket, '..'))).mode & 0o777).toBe(0o700);
    await files.remove();
    expect(await readdir(base)).toEqual([]);
  });

  test('put the socket elsewhere if its path would be too long', async () => {
    const files = await ConnectionFiles.in(join(await tempFolder(), 'long'.repeat(30)));
    expect(Buffer.byteLength(files.socket)).toBeLessThan(104);
    await files.remove();
    await expect(stat(join(files.socket, '..'))).rejects.toThrow('ENOENT');
  });
});
