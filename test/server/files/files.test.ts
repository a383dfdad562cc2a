import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { workspace } from './workspace.js';

describe('the files of a session', () => {
  it('are written, read, looked at and listed', async () => {
    const { call, folder } = await workspace();
    const path = 'a/b/c.bin';
    const bytes = Buffer.from([0, 255, 10, 13]);
    const written = await call('PUT file', { path }, bytes);
    expect([written.status, await written.json()]).toEqual([
      200,
      { path: join(folder, path), bytesWritten: 4 },
    ]);
    const read = await call('GET file', { path });
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '4',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
    const modified = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await (await call('GET stat', { path })).json()).toEqual({
      path: join(folder, path),
      entryType: 'file',
      size: 4,
      modified,
    });
    const size = expect.any(Number);
    expect(await (await call('GET entries')).json()).toEqual([
      { name: 'a', path: join(folder, 'a'), entryType: 'directory', size, modified },
    ]);
    expect(await (await call('GET entries', { path: 'a/b' })).json()).toMatchObject([
      { name: 'c.bin', size: 4 },
    ]);
    expect(await (await call('GET entries', { path: join(folder, 'a/b') })).json()).toHaveLength(1);
  });

  it('of any number are listed as a whole', async () => {
    const { call, folder } = await workspace();
    const names = Array.from({ length: 600 }, (_, i) => `f${i}`);
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
    const entries = (await (await call('GET entries')).json()) as { name: string }[];
    expect(entries.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('are reached with either spelling of the session', async () => {
    const { daemon, folder } = await workspace();
    await writeFile(join(folder, 'a'), 'hi');
    expect(await (await daemon.fetch('GET', '/v1/fs/file?path=a&sessionId=s')).text()).toBe('hi');
    const nobody = await daemon.fetch('GET', '/v1/fs/file?path=a&sessionId=nobody');
    expect(await nobody.json()).toMatchObject({ status: 404, type: 'urn:greenroom:error:session_not_found' });
  });

  it('are replaced with the rights that they had', async () => {
    const { call, folder } = await workspace();
    await writeFile(join(folder, 'run.sh'), 'old, and longer', { mode: 0o755 });
    await call('PUT file', { path: 'run.sh' }, 'new');
    expect(await readFile(join(folder, 'run.sh'), 'utf8')).toBe('new');
    expect((await stat(join(folder, 'run.sh'))).mode & 0o777).toBe(0o755);
  });

  it('may be empty', async () => {
    const { call } = await workspace();
    expect(await (await call('PUT file', { path: 'empty' })).json()).toMatchObject({ bytesWritten: 0 });
    const read = await call('GET file', { path: 'empty' });
    expect([read.status, await read.text()]).toEqual([200, '']);
  });

  it('that are too large are refused, and leave nothing behind', async () => {
    const { call, folder } = await workspace({ limits: { fileBytes: 1000 } });
    await writeFile(join(folder, 'a'), 'before');
    async function* content() {
      for (let i = 0; i < 20; i++) yield Buffer.alloc(100);
    }
    const { daemon } = { daemon: (await workspace({ limits: { fileBytes: 1000 } })).daemon };
    const refused = await fetch(`${daemon.url}/v1/fs/file?session_id=s&path=b`, {
      method: 'PUT',
      body: content() as unknown as string,
      duplex: 'half',
    } as RequestInit);
    expect(refused.status).toBe(413);
    expect((await call('PUT file', { path: 'a' }, Buffer.alloc(1001))).status).toBe(413);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('are made, moved and deleted', async () => {
    const { call, folder } = await workspace();
    const made = await call('POST mkdir', { path: 'x/y' });
    expect(await made.json()).toEqual({ path: join(folder, 'x/y') });
    expect((await call('POST mkdir', { path: 'x/y' })).status).toBe(200);
    await call('PUT file', { path: 'x/y/f' }, '1');
    await call('PUT file', { path: 'g' }, '2');
    const body = { from: 'x/y/f', to: 'g' };
    expect(await (await call('POST move', {}, body)).json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('exists already'),
    });
    expect(await (await call('POST move', {}, { ...body, overwrite: true })).json()).toEqual({
      from: join(folder, 'x/y/f'),
      to: join(folder, 'g'),
    });
    expect(await readFile(join(folder, 'g'), 'utf8')).toBe('1');
    // Onto itself, and around itself: nothing may be lost.
    expect((await call('POST move', {}, { from: 'g', to: './g', overwrite: true })).status).toBe(200);
    expect((await call('POST move', {}, { from: 'x/y', to: 'x', overwrite: true })).status).toBe(400);
    expect((await call('POST move', {}, { from: 'x', to: 'x/y/z' })).status).toBe(400);
    await call('PUT file', { path: 'x/y/f' }, '3');
    expect(await (await call('DELETE entry', { path: 'x' })).json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('recursive=true'),
    });
    expect((await call('DELETE entry', { path: 'x', recursive: 'true' })).status).toBe(200);
    expect((await call('DELETE entry', { path: 'g' })).status).toBe(200);
    expect((await call('DELETE entry', { path: 'g' })).status).toBe(404);
    expect(await readdir(folder)).toEqual([]);
  });

  it('replace a folder with its content when they are moved with overwrite', async () => {
    const { call, folder } = await workspace();
    await call('PUT file', { path: 'old/deep/a' }, 'a');
    await call('PUT file', { path: 'new/b' }, 'b');
    await call('POST move', {}, { from: 'new', to: 'old', overwrite: true });
    expect(await readdir(folder, { recursive: true })).toEqual(['old', 'old/b']);
  });

  it('are served without a session in folders that the daemon was told of', async () => {
    const root = await tempFolder();
    const { daemon } = await workspace({ fileRoots: [root] });
    expect((await daemon.fetch('PUT', '/v1/fs/file?path=a', 'hi')).status).toBe(200);
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('hi');
    const both = await daemon.fetch(
      'GET',
      `/v1/fs/file?session_id=s&path=${encodeURIComponent(join(root, 'a'))}`,
    );
    expect(await both.text()).toBe('hi');
  });

  it('are followed through links that stay inside', async () => {
    const { call, folder } = await workspace();
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'link'));
    await call('PUT file', { path: 'link/a' }, 'hi');
    expect(await readdir(join(folder, 'real'))).toEqual(['a']);
    const stats = await call('GET stat', { path: 'link/a' });
    expect(await stats.json()).toMatchObject({ path: join(folder, 'real/a') });
    const entries = (await (await call('GET entries')).json()) as object[];
    expect(entries).toContainEqual(expect.objectContaining({ name: 'link', entryType: 'directory' }));
    await call('DELETE entry', { path: 'link', recursive: 'true' });
    expect(await readdir(folder, { recursive: true })).toEqual(['real', 'real/a']);
  });
});
