import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyFile, readKeyFile } from '../../../src/sessions/secrets/key-file.js';
import { tempFolder } from '../../support/temp-folder.js';

async function folders() {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  await mkdir(data);
  return { file: join(folder, 'key'), data };
}

const write = (file: string, text: string) => writeFile(file, text, { mode: 0o600 });

describe('a key file', () => {
  it('is created for its owner only, and each one has another key', async () => {
    const { file, data } = await folders();
    await createKeyFile(file);
    await createKeyFile(`${file}2`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [one, two] = await Promise.all([readKeyFile(file, data), readKeyFile(`${file}2`, data)]);
    expect(one.key.id).not.toBe(two.key.id);
  });

  it('is never replaced', async () => {
    const { file } = await folders();
    await createKeyFile(file);
    const before = await readFile(file, 'utf8');
    await expect(createKeyFile(file)).rejects.toThrow(`${file} exists already`);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('is the same key with and without a line break at its end', async () => {
    const { file, data } = await folders();
    await write(file, 'k'.repeat(32));
    await write(`${file}2`, `${'k'.repeat(32)}\r\n`);
    const [one, two] = await Promise.all([readKeyFile(file, data), readKeyFile(`${file}2`, data)]);
    expect(one.key.id).toBe(two.key.id);
  });

  it('must have 32 bytes', async () => {
    const { file, data } = await folders();
    await write(file, `${'k'.repeat(31)}\n`);
    await expect(readKeyFile(file, data)).rejects.toThrow('too short');
  });

  it('that is missing is named with the command that creates it', async () => {
    const { file, data } = await folders();
    await expect(readKeyFile(file, data)).rejects.toThrow(`create it with: greenroom secret-key ${file}`);
  });

  it('must not be in the data folder, also behind a link', async () => {
    const { file, data } = await folders();
    await write(join(data, 'key'), 'k'.repeat(32));
    await symlink(join(data, 'key'), file);
    for (const path of [file, join(data, 'key')])
      await expect(readKeyFile(path, data)).rejects.toThrow('is in the data folder');
  });

  it.each([0o604, 0o620, 0o660, 0o602])('of mode %o is refused', async (mode) => {
    const { file, data } = await folders();
    await write(file, 'k'.repeat(32));
    await chmod(file, mode);
    await expect(readKeyFile(file, data)).rejects.toThrow(`chmod 600 ${file}`);
  });
});
