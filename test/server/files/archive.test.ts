import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Headers, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { workspace } from './workspace.js';

/** `pax` is not in the declarations. */
type Given = Headers & { content?: string; pax?: Record<string, string> };

function archive(...entries: Given[]): Promise<Buffer> {
  const packed = pack();
  for (const { content = '', ...headers } of entries) packed.entry(headers, content);
  packed.finalize();
  return buffer(packed);
}

describe('an uploaded archive', () => {
  it.each([
    ['tar', (bytes: Buffer) => bytes],
    ['tar.gz', gzipSync],
  ])('is extracted: %s', async (_, encode) => {
    const { call, folder } = await workspace();
    const bytes = await archive(
      { name: './', type: 'directory' },
      { name: './bin/', type: 'directory', mode: 0o500 },
      { name: 'bin/run', content: 'go', mode: 0o4755 },
      { name: 'deep/er/file', content: 'x'.repeat(100_000) },
      { name: 'deep/link', type: 'symlink', linkname: '../bin/run' },
      { name: 'hard', type: 'link', linkname: 'bin/run' },
    );
    const answer = await call('POST upload-batch', { path: 'to/here' }, encode(bytes) as Buffer);
    const to = join(folder, 'to/here');
    const names = ['bin', 'bin/run', 'deep/er/file', 'deep/link', 'hard'];
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { paths: names.map((name) => join(to, name)), truncated: false },
    ]);
    expect(await readFile(join(to, 'hard'), 'utf8')).toBe('go');
    // Without set-user-id, and so that the owner can go on.
    expect((await stat(join(to, 'bin/run'))).mode & 0o7777).toBe(0o755);
    expect((await stat(join(to, 'bin'))).mode & 0o777).toBe(0o700);
    expect(await readlink(join(to, 'deep/link'))).toBe('../bin/run');
    expect((await stat(join(to, 'deep/er/file'))).size).toBe(100_000);
  });

  it('names a thousand of its files', async () => {
    const { call } = await workspace();
    const many = Array.from({ length: 1100 }, (_, i) => ({ name: `f${i}`, content: 'x' }));
    const { paths, truncated } = (await (
      await call('POST upload-batch', {}, await archive(...many))
    ).json()) as {
      paths: string[];
      truncated: boolean;
    };
    expect([paths.length, truncated]).toEqual([1024, true]);
  });

  const bad: [string, ...Given[]][] = [
    ['leads out', { name: '../evil', content: 'x' }],
    ['leads out deep inside', { name: 'a/../../evil', content: 'x' }],
    ['has an absolute name', { name: '/evil', content: 'x' }],
    ['links out', { name: 'l', type: 'symlink', linkname: '../outside' }],
    ['links to an absolute path', { name: 'l', type: 'symlink', linkname: '/etc' }],
    ['links out through another link', { name: 'a/l', type: 'symlink', linkname: 'b/../../..' }],
    [
      'writes through a link of its own',
      { name: 'd', type: 'directory' },
      { name: 'l', type: 'symlink', linkname: 'd' },
      { name: 'l/evil', content: 'x' },
    ],
    ['writes through a link that was there', { name: 'out/evil', content: 'x' }],
    ['links hard out', { name: 'l', type: 'link', linkname: '../outside/secret' }],
    ['links hard through a link', { name: 'l', type: 'link', linkname: 'out/secret' }],
    ['has a device', { name: 'dev', type: 'character-device', devmajor: 1, devminor: 3 }],
    ['has a FIFO', { name: 'fifo', type: 'fifo' }],
    ['has folders without end', { name: 'd/'.repeat(101), type: 'directory' }],
  ];
  it.each(bad)('is refused if it %s', async (_, ...entries) => {
    const { call, folder, outside } = await workspace();
    await writeFile(join(outside, 'secret'), 's');
    await symlink('../outside', join(folder, 'out'));
    const answer = await call(
      'POST upload-batch',
      {},
      await archive({ name: 'first', content: '1' }, ...entries),
    );
    expect(await answer.json()).toMatchObject({ status: 400 });
    expect(await readdir(outside)).toEqual(['secret']);
    const left = await readdir(folder);
    // What came before is whole; nothing is half.
    expect(left).toContain('first');
    expect(left.filter((name) => name.endsWith('.tmp') || name === 'evil')).toEqual([]);
    expect(await readFile(join(folder, 'first'), 'utf8')).toBe('1');
  });

  it('is refused if it is a bomb', async () => {
    const { call, folder } = await workspace({ limits: { fileBytes: 1_000_000, archiveEntries: 5 } });
    const zeros = gzipSync(await archive({ name: 'zeros', content: '\0'.repeat(2_000_000) }));
    expect(zeros.length).toBeLessThan(10_000);
    expect((await call('POST upload-batch', {}, zeros)).status).toBe(413);
    const many = await archive(
      ...Array.from({ length: 6 }, (_, i) => ({ name: `d${i}`, type: 'directory' as const })),
    );
    expect((await call('POST upload-batch', {}, many)).status).toBe(413);
    // A name of many megabytes, which a parser would keep in memory.
    const name = await archive({ name: 'f', pax: { comment: 'x'.repeat(8_000_000) }, content: '' });
    expect((await call('POST upload-batch', {}, gzipSync(name))).status).toBe(400);
    expect((await readdir(folder)).filter((each) => !each.startsWith('d'))).toEqual([]);
  });

  it('is refused if it is broken', async () => {
    const { call, folder } = await workspace();
    const whole = await archive({ name: 'f', content: 'x'.repeat(10_000) });
    const broken = ['no archive at all', gzipSync(whole).subarray(0, 60), whole.subarray(0, 5000)];
    for (const bytes of broken) expect((await call('POST upload-batch', {}, bytes)).status).toBe(400);
    expect((await call('POST upload-batch', {})).status).toBe(400);
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces files, but no folders', async () => {
    const { call, folder } = await workspace();
    await mkdir(join(folder, 'd'));
    await writeFile(join(folder, 'f'), 'old');
    await call('POST upload-batch', {}, await archive({ name: 'f', content: 'new' }));
    expect(await readFile(join(folder, 'f'), 'utf8')).toBe('new');
    expect((await call('POST upload-batch', {}, await archive({ name: 'd', content: 'x' }))).status).toBe(
      400,
    );
    expect(
      (await call('POST upload-batch', {}, await archive({ name: 'f', type: 'directory' }))).status,
    ).toBe(400);
  });
});
