import { chmod, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';

/** Everything in a folder that others can access, with its mode. */
async function accessible(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => ({ name, mode: (await lstat(join(folder, name))).mode & 0o777 })),
  );
  return modes
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

it('keeps everything in the data folder from others', async () => {
  const daemon = await testDaemon();
  await daemon.create('s', { agent: 'mock' });
  await daemon.fetch('POST', '/v1/sessions/s/attachments?filename=notes.txt', 'text');
  await turn(daemon, 's', 'echo hello');
  expect(await readdir(daemon.dataFolder)).toEqual(expect.arrayContaining(['agents', 'greenroom.sqlite']));
  expect(await accessible(daemon.dataFolder)).toEqual([]);
});

it('narrows what others can access when it starts', async () => {
  const dataFolder = await tempFolder();
  await mkdir(join(dataFolder, 'agents'));
  await writeFile(join(dataFolder, 'greenroom.json'), '{}');
  for (const [name, mode] of [
    ['agents', 0o755],
    ['greenroom.json', 0o644],
    ['.', 0o755],
  ] as const)
    await chmod(join(dataFolder, name), mode);
  expect(await accessible(dataFolder)).toHaveLength(3);
  await testDaemon({ dataFolder });
  expect(await accessible(dataFolder)).toEqual([]);
});

it.each([0o777, 0o1777, 0o702])(
  'refuses a folder that everybody may write to, with the mode %o',
  async (mode) => {
    const dataFolder = await tempFolder();
    await chmod(dataFolder, mode);
    await expect(testDaemon({ dataFolder })).rejects.toThrow(
      `cannot use ${dataFolder}: everybody may write to it, and may have replaced what is in it`,
    );
    expect(await readdir(dataFolder)).toEqual([]);
  },
);

it('leaves alone what is not its own', async () => {
  const dataFolder = await tempFolder();
  await writeFile(join(dataFolder, 'notes.txt'), '');
  await chmod(join(dataFolder, 'notes.txt'), 0o644);
  await chmod(dataFolder, 0o755);
  await testDaemon({ dataFolder });
  expect(await accessible(dataFolder)).toEqual(['. 755', 'notes.txt 644']);
});
