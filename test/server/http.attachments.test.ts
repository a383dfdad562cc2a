import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredAttachment } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { gif, jpeg, png, webp } from '../support/pictures.js';
import { expectProblem } from '../support/problem.js';
import { answerTo, problemIn } from '../support/raw-http.js';
import { nth } from '../support/turns.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const LIMIT = 20 * 1024 * 1024;

function upload(
  daemon: TestDaemon,
  filename: string,
  body: string | Uint8Array<ArrayBuffer>,
  { id = 'one', type = 'application/octet-stream' } = {},
): Promise<Response> {
  return fetch(`${daemon.url}/v1/sessions/${id}/attachments?filename=${encodeURIComponent(filename)}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
}

async function uploaded(...args: Parameters<typeof upload>): Promise<StoredAttachment> {
  return (await (await upload(...args)).json()) as StoredAttachment;
}

describe('an uploaded file', () => {
  it('is readable by its owner only and can be attached to a message as returned', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const attachment = await uploaded(daemon, 'My picture.png', png);
    expect(attachment).toEqual({
      path: expect.stringMatching(/^\/.*\/attachments\/one\/\w{8}-My-picture\.png$/),
      mime: 'image/png',
      filename: 'My-picture.png',
    });
    expect(await readFile(attachment.path)).toEqual(png);
    expect((await stat(attachment.path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(attachment.path))).mode & 0o777).toBe(0o700);
    await daemon.say('one', 'echo look', { attachments: [attachment] });
    const { data } = await nth(daemon, 'one', 'item.completed');
    expect(data.item.content[1]).toEqual({ type: 'image', path: attachment.path, mime: 'image/png' });
  });

  it.each([
    ['a.txt', 'words', 'text/plain; charset=utf-8', 'text/plain'],
    ['a.json', '{"not": read', 'application/json', 'application/json'],
    ['a.png', 'no picture', 'image/png', 'application/octet-stream'],
    ['a.svg', SVG, 'image/svg+xml', 'application/octet-stream'],
    ['a.txt', png, 'text/plain', 'image/png'],
    ['empty', '', 'text/plain', 'text/plain'],
  ])('as %s gets its actual type', async (name, body, type, mime) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const attachment = await uploaded(daemon, name, body, { type });
    expect(attachment).toMatchObject({ mime, filename: name });
    expect(await readFile(attachment.path)).toEqual(Buffer.from(body));
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['/', 'file'],
    ['.hidden', 'hidden'],
    ['--flag', 'flag'],
    ['a\0b\n"c" $(d).txt', 'a-b-c-d-.txt'],
    ['Grüße 🎭.md', 'Grüße-.md'],
    [`${'long'.repeat(100)}.jpeg`, `${'long'.repeat(14).slice(1)}.jpeg`],
  ])('as %j stays in the folder of its session', async (given, filename) => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const attachment = await uploaded(daemon, given, 'x');
    expect(attachment.filename).toBe(filename);
    expect(dirname(attachment.path)).toBe(join(daemon.dataFolder, 'attachments', 'one'));
    expect(basename(attachment.path)).toMatch(/^\w{8}-/);
  });

  it('is refused without a name, without a body, and without a live session', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const path = '/v1/sessions/one/attachments';
    await expectProblem(await daemon.fetch('POST', path, 'x'), 'invalid_request');
    await expectProblem(await daemon.fetch('POST', `${path}?filename=a`), 'invalid_request');
    await expectProblem(await upload(daemon, 'a', 'x', { id: 'two' }), 'session_not_found');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await upload(daemon, 'a', 'x'), 'session_ended');
    expect(existsSync(join(daemon.dataFolder, 'attachments'))).toBe(false);
  });

  it('may have up to twenty megabytes', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const { path } = await uploaded(daemon, 'big', new Uint8Array(LIMIT));
    expect((await stat(path)).size).toBe(LIMIT);
    const head =
      'POST /v1/sessions/one/attachments?filename=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    const answer = await answerTo(daemon, `${head}Content-Length: ${LIMIT + 1}\r\n\r\n`);
    expect(problemIn(answer)).toMatchObject({ type: 'urn:greenroom:error:payload_too_large', status: 413 });
  });

  it('is deleted with its session, and no other is', async () => {
    const daemon = await testDaemon();
    for (const id of ['one', 'two']) await daemon.create(id);
    const kept = await uploaded(daemon, 'a.txt', 'x', { id: 'two' });
    const { path } = await uploaded(daemon, 'a.txt', 'x');
    await daemon.call('DELETE', '/v1/sessions/one');
    expect(existsSync(dirname(path))).toBe(false);
    expect(existsSync(kept.path)).toBe(true);
  });
});

/** Sends a user message that refers to a file by its path, and returns its item. */
async function naming(daemon: TestDaemon, ...paths: string[]): Promise<string> {
  await daemon.create('one', { directory: daemon.dataFolder });
  const attachments = paths.map((path) => ({ path, mime: 'image/png' }));
  await daemon.say('one', 'echo look', { attachments });
  return (await nth(daemon, 'one', 'item.completed')).data.item.item_id;
}

const imageAt = (daemon: TestDaemon, itemId: string, index: number | string = 0) =>
  daemon.fetch('GET', `/v1/sessions/one/items/${itemId}/images/${index}`);

describe('an image in an item', () => {
  it.each([
    ['png', png],
    ['jpeg', jpeg],
    ['gif', gif],
    ['webp', webp],
  ])('is served as %s by its content, whatever its name', async (type, content) => {
    const daemon = await testDaemon();
    await writeFile(join(daemon.dataFolder, 'picture.txt'), content);
    const response = await imageAt(daemon, await naming(daemon, join(daemon.dataFolder, 'picture.txt')));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${type}`,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
  });

  it('is found by its index among the images, and relative paths resolve to the session directory', async () => {
    const daemon = await testDaemon();
    await mkdir(join(daemon.dataFolder, 'pictures'));
    await writeFile(join(daemon.dataFolder, 'pictures', 'one.png'), png);
    await writeFile(join(daemon.dataFolder, 'two.gif'), gif);
    const item = await naming(daemon, 'pictures/one.png', './two.gif');
    const types = [];
    for (const index of [0, 1]) types.push((await imageAt(daemon, item, index)).headers.get('content-type'));
    expect(types).toEqual(['image/png', 'image/gif']);
    await expectProblem(await imageAt(daemon, item, 2), 'not_found');
    await expectProblem(await imageAt(daemon, item, 'x'), 'invalid_request');
  });

  it('is also found in items of the agent, even after the session has ended', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'image');
    await nth(daemon, 'one', 'turn.ended');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const events = await daemon.events('one');
    const item = events
      .flatMap((event) => (event.type === 'item.completed' ? [event.data.item] : []))
      .find(({ content }) => content.some(({ type }) => type === 'image'));
    const response = await imageAt(daemon, item!.item_id);
    expect(response.headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['an SVG', (path: string) => writeFile(path, SVG)],
    ['a text', (path: string) => writeFile(path, 'root:x:0:0')],
    ['an empty file', (path: string) => writeFile(path, '')],
    ['a folder', (path: string) => mkdir(path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['too large', (path: string) => writeFile(path, Buffer.concat([png, Buffer.alloc(LIMIT)]))],
    ['not there', () => {}],
  ])('is not served if it is %s', async (_, make) => {
    const daemon = await testDaemon();
    await make(join(daemon.dataFolder, 'picture.png'));
    await expectProblem(await imageAt(daemon, await naming(daemon, 'picture.png')), 'not_found');
  });

  it('is not served for an unknown item or session', async () => {
    const daemon = await testDaemon();
    await writeFile(join(daemon.dataFolder, 'picture.png'), png);
    await naming(daemon, 'picture.png');
    await expectProblem(await imageAt(daemon, 'itm_none'), 'not_found');
    await expectProblem(await imageAt(daemon, '..%2Fpicture.png'), 'not_found');
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/two/items/a/images/0'), 'session_not_found');
  });
});
