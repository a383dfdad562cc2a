import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Belongings } from '../../../src/agents/amp/belongings.js';
import { hasCredentials } from '../../../src/agents/amp/credentials.js';
import { tempFolder } from '../../support/temp-folder.js';

test('a key is seen in the environment, a login in its file', async () => {
  const home = await tempFolder();
  expect(hasCredentials({ HOME: home })).toBe(false);
  expect(hasCredentials({ HOME: home, AMP_API_KEY: 'x' })).toBe(true);
  await mkdir(join(home, '.local', 'share', 'amp'), { recursive: true });
  await writeFile(join(home, '.local', 'share', 'amp', 'secrets.json'), '{}');
  expect(hasCredentials({ HOME: home })).toBe(true);
  expect(hasCredentials({ HOME: home, XDG_DATA_HOME: '/nowhere' })).toBe(false);
});

describe('the files of a connection', () => {
  test('are for nobody else, and go with it', async () => {
    const base = join(await tempFolder(), 'connections');
    const belongings = await Belongings.in(base);
    const file = await belongings.write('a.json', { a: 1 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(belongings.socket, '..'))).mode & 0o777).toBe(0o700);
    await belongings.remove();
    expect(await readdir(base)).toEqual([]);
  });

  test('have a socket elsewhere where the folder has too long a name for one', async () => {
    const belongings = await Belongings.in(join(await tempFolder(), 'long'.repeat(30)));
    expect(Buffer.byteLength(belongings.socket)).toBeLessThan(104);
    await belongings.remove();
    await expect(stat(join(belongings.socket, '..'))).rejects.toThrow('ENOENT');
  });
});
