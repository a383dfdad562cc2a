import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CreatedToken, TokenInfo } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { WsClient } from '../support/ws-client.js';

const OWNER = 'the-owners-token';

const create = (daemon: TestDaemon, body: object = {}) =>
  daemon.call<CreatedToken>('POST', '/v1/tokens', { name: 'bot', scopes: ['read', 'send'], ...body });
const list = async (daemon: TestDaemon) =>
  (await daemon.call<{ tokens: TokenInfo[] }>('GET', '/v1/tokens')).tokens;
const get = (daemon: TestDaemon, path: string, token: string) =>
  fetch(`${daemon.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
const status = async (daemon: TestDaemon, token: string) => (await get(daemon, '/v1/sessions', token)).status;

describe('a token', () => {
  it('is told once, listed without its secret, and stored hashed', async () => {
    const daemon = await testDaemon({ token: OWNER });
    const created = await create(daemon, { expiresIn: 60 });
    expect(created).toEqual({
      id: expect.stringMatching(/^tok_/),
      token: expect.stringMatching(/^[0-9a-z]{32}$/),
      name: 'bot',
      scopes: ['read', 'send'],
      expiresAt: expect.any(String),
    });
    expect(await list(daemon)).toEqual([
      {
        id: created.id,
        name: 'bot',
        scopes: ['read', 'send'],
        createdAt: expect.any(String),
        createdBy: { id: 'owner', name: 'owner' },
        expiresAt: created.expiresAt,
        lastUsedAt: null,
      },
    ]);
    expect(await status(daemon, created.token)).toBe(200);
    expect((await list(daemon))[0]!.lastUsedAt).not.toBeNull();
    const own = await (await get(daemon, '/v1/tokens/self', created.token)).json();
    expect(own).toEqual({
      id: created.id,
      name: 'bot',
      scopes: ['read', 'send'],
      expiresAt: created.expiresAt,
    });
    await daemon.stop();
    for (const name of await readdir(daemon.dataFolder, { recursive: true })) {
      const content = await readFile(join(daemon.dataFolder, name), 'latin1').catch(() => '');
      expect(content.includes(created.token), name).toBe(false);
    }
  });

  it('is valid after a restart, until it is revoked', async () => {
    const dataFolder = await tempFolder();
    const first = await testDaemon({ token: OWNER, dataFolder });
    const [kept, revoked] = [await create(first), await create(first)];
    await first.call('DELETE', `/v1/tokens/${revoked.id}`);
    expect([await status(first, kept.token), await status(first, revoked.token)]).toEqual([200, 401]);
    await first.stop();
    const second = await testDaemon({ token: 'another-token', dataFolder });
    expect([await status(second, kept.token), await status(second, revoked.token)]).toEqual([200, 401]);
    expect((await list(second)).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('loses what it has open when it is revoked, and nobody else does', async () => {
    const daemon = await testDaemon({ token: OWNER });
    await daemon.create('one');
    const [bot, other] = [await create(daemon), await create(daemon)];
    const sockets = await Promise.all([bot, other].map(({ token }) => WsClient.open(daemon.url, token)));
    const streams = await Promise.all(
      [bot, other].map(({ token }) => get(daemon, '/v1/sessions/one/events/sse', token)),
    );
    const answer = fetch(`${daemon.url}/v1/sessions/one/messages/stream?until=turn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bot.token}` },
      body: JSON.stringify({ message: 'sleep 600000' }),
    });
    expect((await answer).status).toBe(200);
    const closed = new Promise((resolve) => sockets[0]!.socket.once('close', resolve));

    await daemon.call('DELETE', `/v1/tokens/${bot.id}`);
    expect(await closed).toBe(1008);
    await expect(streams[0]!.text()).rejects.toThrow();
    await expect((await answer).text()).rejects.toThrow();
    await expect(WsClient.open(daemon.url, bot.token)).rejects.toThrow('401');
    await sockets[1]!.call('session/list');
    await streams[1]!.body!.cancel();
    await sockets[1]!.close();
  });

  it('loses what it has open when it expires', async () => {
    let now = Date.now();
    const timers = new Map<object, () => void>();
    const clock = {
      setTimeout: (run: () => void) => {
        const timer = {};
        timers.set(timer, run);
        return timer;
      },
      clearTimeout: (timer: object) => void timers.delete(timer),
    };
    const daemon = await testDaemon({ token: OWNER, now: () => now, clock: clock as never });
    const { token } = await create(daemon, { expiresIn: 60 });
    const client = await WsClient.open(daemon.url, token);
    const closed = new Promise((resolve) => client.socket.once('close', resolve));
    now += 60_000;
    expect(await status(daemon, token)).toBe(401);
    for (const run of [...timers.values()]) run();
    expect(await closed).toBe(1008);
  });

  it('may revoke itself, and hand on no scope that it lacks', async () => {
    const daemon = await testDaemon({ token: OWNER });
    const admin = await create(daemon, { scopes: ['admin'] });
    const call = (method: string, path: string, body?: object) =>
      fetch(`${daemon.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const refused = await call('POST', '/v1/tokens', { name: 'x', scopes: ['admin', 'approve'] });
    expect([refused.status, await refused.json()]).toMatchObject([403, { scope: 'approve' }]);
    expect((await call('POST', '/v1/pairings', { scopes: ['read'] })).status).toBe(403);
    expect((await call('DELETE', `/v1/tokens/${admin.id}`)).status).toBe(204);
    expect((await call('GET', '/v1/tokens')).status).toBe(401);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['all'] }, 'scopes'],
    [{ expiresIn: 0 }, 'expiresIn'],
    [{ expiresIn: 1e12 }, 'expiresIn'],
  ])('is refused with %j', async (body, field) => {
    const daemon = await testDaemon({ token: OWNER });
    await expect(create(daemon, body)).rejects.toThrow(new RegExp(`400 .*${field}`));
    expect(await list(daemon)).toEqual([]);
  });
});

it('an unknown token cannot be revoked', async () => {
  const daemon = await testDaemon({ token: OWNER });
  await expect(daemon.call('DELETE', '/v1/tokens/tok_none')).rejects.toThrow('404');
});

it('a session is created with the id of its token, also after a restart', async () => {
  const dataFolder = await tempFolder();
  const daemon = await testDaemon({ token: OWNER, dataFolder });
  const bot = await create(daemon);
  await fetch(`${daemon.url}/v1/sessions/bots`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bot.token}` },
    body: JSON.stringify({ agent: 'mock' }),
  });
  await daemon.create('owners');
  await daemon.stop();
  const { openLog } = await import('../../src/log/index.js');
  const log = await openLog({ dataFolder, sync: 'normal' });
  const tokens = (await log.sessions()).map(({ config }) => (JSON.parse(config) as { token: string }).token);
  await log.close();
  expect(tokens).toEqual([bot.id, 'owner']);
});
