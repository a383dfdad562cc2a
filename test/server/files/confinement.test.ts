import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { type Workspace, workspace } from './workspace.js';

/** The answers of all operations to a path. */
async function statuses({ call }: Workspace, path: string): Promise<number[]> {
  const answers = [
    await call('GET entries', { path }),
    await call('GET stat', { path }),
    await call('GET file', { path }),
    await call('PUT file', { path }, 'overwritten'),
    await call('POST mkdir', { path: `${path}/new` }),
    await call('POST move', {}, { from: path, to: 'stolen' }),
    await call('POST move', {}, { from: 'own', to: `${path}/own`, overwrite: true }),
    await call('POST upload-batch', { path }, 'no archive'),
    await call('DELETE entry', { path: `${path}/secret`, recursive: 'true' }),
  ];
  return answers.map(({ status }) => status);
}

describe('what is outside of the folder of a session', () => {
  it.each(['../outside', 'x/../../outside', './/..//outside/.', 'link/secret', 'chain/secret'])(
    'cannot be reached as %s',
    async (path) => {
      const space = await workspace();
      const { folder, outside } = space;
      await writeFile(join(outside, 'secret'), 'secret');
      await writeFile(join(folder, 'own'), '');
      await symlink('../outside', join(folder, 'link'));
      await symlink('link', join(folder, 'chain'));
      const found = await statuses(space, path);
      expect(found).toEqual(Array.from({ length: 9 }, () => 403));
      expect(await readdir(outside)).toEqual(['secret']);
      expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
    },
  );

  it('is not followed to by a link, which can be moved and deleted itself', async () => {
    const { call, folder, outside } = await workspace();
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink('../outside', join(folder, 'link'));
    for (const route of ['GET entries', 'GET stat', 'GET file', 'POST mkdir', 'POST upload-batch'])
      expect(
        (await call(route, { path: 'link' }, route === 'POST upload-batch' ? 'x' : undefined)).status,
      ).toBe(403);
    expect((await call('POST move', {}, { from: 'link', to: 'moved' })).status).toBe(200);
    expect((await call('DELETE entry', { path: 'moved', recursive: 'true' })).status).toBe(200);
    expect([await readdir(folder), await readdir(outside)]).toEqual([[], ['secret']]);
  });

  it('is not created by a write through a link to what does not exist', async () => {
    const { call, folder, outside } = await workspace();
    await symlink(join(outside, 'new'), join(folder, 'link'));
    expect((await call('PUT file', { path: 'link' }, 'x')).status).toBe(403);
    expect((await call('POST mkdir', { path: 'link/deep' })).status).toBe(403);
    expect(await readdir(outside)).toEqual([]);
  });

  it('has no size in a list', async () => {
    const { call, folder, outside } = await workspace();
    await writeFile(join(outside, 'secret'), 'x'.repeat(5000));
    await symlink(join(outside, 'secret'), join(folder, 'link'));
    const [entry] = (await (await call('GET entries')).json()) as { size: number }[];
    expect(entry).toMatchObject({ name: 'link', entryType: 'file' });
    expect(entry!.size).toBeLessThan(5000);
  });

  it('stays out of reach while a folder is swapped for a link to it', async () => {
    const { call, folder, outside } = await workspace();
    await writeFile(join(outside, 'f'), 'secret');
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real/f'), 'mine');
    await symlink(outside, join(folder, 'link'));
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await rename(join(folder, 'real'), join(folder, 'd')).catch(() => {});
        await rename(join(folder, 'd'), join(folder, 'real')).catch(() => {});
        await rename(join(folder, 'link'), join(folder, 'd')).catch(() => {});
        await rename(join(folder, 'd'), join(folder, 'link')).catch(() => {});
      }
    })();
    const seen = new Set<string>();
    try {
      for (let i = 0; i < 300; i++) {
        const [read, write] = await Promise.all([
          call('GET file', { path: 'd/f' }),
          call('PUT file', { path: 'd/g' }, 'x'),
          call('DELETE entry', { path: 'd/g' }),
        ]);
        if (read.ok) seen.add(await read.text());
        expect([200, 400, 403, 404]).toContain(write.status);
      }
    } finally {
      isOver = true;
      await swapping;
    }
    expect([...seen]).not.toContain('secret');
    expect(await readdir(outside)).toEqual(['f']);
  });

  it('is not reached without a session, unless the daemon was told of it', async () => {
    const { daemon, folder } = await workspace();
    const answer = await daemon.fetch('GET', `/v1/fs/entries?path=${encodeURIComponent(folder)}`);
    expect(await answer.json()).toMatchObject({ status: 403, detail: expect.stringContaining('session_id') });
  });
});

describe('what belongs to the daemon', () => {
  it('is out of reach in a folder around it', async () => {
    const parent = await tempFolder();
    const [dataFolder, secretKeyFile] = [join(parent, 'data'), join(parent, 'key')];
    await writeFile(secretKeyFile, 'k'.repeat(40), { mode: 0o600 });
    const space = await workspace({ dataFolder, secretKeyFile, directory: parent, fileRoots: [parent, '/'] });
    await symlink(dataFolder, join(space.folder, 'link'));
    const { call } = space;
    for (const path of [dataFolder, join(dataFolder, 'greenroom.sqlite'), secretKeyFile]) {
      expect((await call('GET file', { path })).status, path).toBe(403);
      expect((await call('PUT file', { path }, 'x')).status, path).toBe(403);
      expect((await call('DELETE entry', { path, recursive: 'true' })).status, path).toBe(403);
    }
    for (const path of [join(space.folder, 'link'), dataFolder])
      expect((await call('GET entries', { path })).status).toBe(403);
    // Nor with a folder around it.
    expect((await call('DELETE entry', { path: parent, recursive: 'true' })).status).toBe(403);
    const move = { from: parent, to: join(space.folder, 'all') };
    expect((await call('POST move', {}, move)).status).toBe(403);
    for (const path of ['/proc/self/environ', '/proc/1/cmdline', '/sys/kernel/notes'])
      expect((await call('GET file', { path })).status, path).toBe(403);
    expect((await call('GET file', { path: '/dev/zero' })).status).toBe(400);
    expect((await space.daemon.fetch('GET', '/v1/ready')).status).toBe(200);
  });
});

describe('strange paths and files', () => {
  it('are refused without waiting for them', async () => {
    const { call, folder } = await workspace();
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    await symlink('loop', join(folder, 'loop'));
    const paths = ['fifo', 'a\0b', 'x'.repeat(300), 'x/'.repeat(3000), 'loop', '.'];
    for (const path of paths) {
      const name = JSON.stringify(path.slice(0, 20));
      expect((await call('GET file', { path })).status, name).toBe(400);
      expect((await call('PUT file', { path }, 'x')).status, name).toBe(400);
    }
    expect((await call('GET stat', { path: 'fifo' })).status).toBe(200);
    expect((await call('GET file', {})).status).toBe(400);
  });

  it('do not outlive a removal of many folders in each other', async () => {
    const { call, folder } = await workspace();
    await mkdir(join(folder, 'd/'.repeat(400)), { recursive: true });
    expect((await call('DELETE entry', { path: 'd', recursive: 'true' })).status).toBe(200);
    await mkdir(join(folder, 'd/'.repeat(600)), { recursive: true });
    expect((await call('DELETE entry', { path: 'd', recursive: 'true' })).status).toBe(400);
    await rm(join(folder, 'd'), { recursive: true });
  });
});
