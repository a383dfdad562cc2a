import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPE } from '../../src/server/problems.js';
import { bearerOf, isToken } from '../../src/server/token.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { type RawAnswer, rawRequest, rawUpgrade } from '../support/raw-http.js';

type Headers = Record<string, string>;

/** The same question at both doors: over HTTP, and at the upgrade to a WebSocket. */
const doors: [string, number, (daemon: TestDaemon, headers: Headers) => Promise<RawAnswer>][] = [
  ['HTTP', 200, ({ url }, headers) => rawRequest(`${url}/v1/sessions`, { headers })],
  ['WebSocket', 101, ({ url }, headers) => rawUpgrade(`${url}/v1/ws`, headers)],
];

function expectRefused({ status, headers, body }: RawAnswer, kind: string): void {
  expect(headers['content-type']?.split(';')[0], body).toBe(PROBLEM_TYPE);
  expect(JSON.parse(body)).toMatchObject({ type: `urn:greenroom:error:${kind}`, status });
  expect(status).toBe(kind === 'token_invalid' ? 401 : 403);
}

describe.each(doors)('the token, over %s', (_, open, knock) => {
  it('opens the door', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    for (const authorization of ['Bearer s3cret', 'bearer s3cret', 'Bearer  s3cret']) {
      expect((await knock(daemon, { authorization })).status, authorization).toBe(open);
    }
  });

  it.each([
    ['missing', {}],
    ['empty', { authorization: '' }],
    ['wrong', { authorization: 'Bearer wrong' }],
    ['only begun', { authorization: 'Bearer s3cre' }],
    ['too long', { authorization: 'Bearer s3crett' }],
    ['in capitals', { authorization: 'Bearer S3CRET' }],
    ['bare', { authorization: 's3cret' }],
    ['of another scheme', { authorization: `Basic ${btoa('user:s3cret')}` }],
  ])('does not where it is %s', async (_case, headers) => {
    const daemon = await testDaemon({ token: 's3cret' });
    const answer = await knock(daemon, headers as Headers);
    expectRefused(answer, 'token_invalid');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).not.toContain('s3cre');
  });

  it('is not asked for where there is none', async () => {
    const daemon = await testDaemon({ token: null });
    expect((await knock(daemon, {})).status).toBe(open);
    expect((await knock(daemon, { authorization: 'Bearer whatever' })).status).toBe(open);
  });
});

describe('the token', () => {
  it('is not asked for by the health route, and by every other', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const status = async (path: string) => (await rawRequest(`${daemon.url}${path}`)).status;
    expect(await status('/v1/health')).toBe(200);
    for (const path of [
      '/v1/ready',
      '/metrics',
      '/v1/agents',
      '/v1/sessions',
      '/v1/sessions/one/events',
      '/v1/sessions/one/events/sse',
      '/v1/machines',
      '/v1/openapi.json',
      '/v1/nowhere',
    ]) {
      expect(await status(path), path).toBe(401);
    }
  });

  it('is compared whole, whatever its length', () => {
    expect(isToken('token', 'token')).toBe(true);
    expect(isToken('tökén', 'tökén')).toBe(true);
    for (const given of [undefined, '', 'toke', 'token ', 'tokenn', 'TOKEN', 'x'.repeat(10_000)]) {
      expect(isToken(given, 'token'), given).toBe(false);
    }
  });

  it('is read from a bearer header and from no other', () => {
    expect(bearerOf('Bearer abc')).toBe('abc');
    expect(bearerOf('BEARER abc')).toBe('abc');
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic abc', 'abc']) {
      expect(bearerOf(header), header).toBeUndefined();
    }
  });
});

describe.each(doors)('the name that the daemon is called by, over %s', (_, open, knock) => {
  it.each([
    'localhost',
    'LOCALHOST:1234',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]:2468',
    'app.localhost:99',
    '10.0.0.7',
  ])('may be %s', async (host) => {
    const daemon = await testDaemon();
    expect((await knock(daemon, { host })).status).toBe(open);
  });

  it.each([
    'evil.example',
    'evil.example:2468',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
  ])('may not be %s, which could point anywhere', async (host) => {
    const daemon = await testDaemon();
    const answer = await knock(daemon, { host });
    expectRefused(answer, 'forbidden');
    expect(answer.body).toContain('--allow-host');
  });

  it('may be one that was allowed, in capitals or not', async () => {
    const daemon = await testDaemon({ allowHosts: ['Dev.Example'] });
    for (const host of ['dev.example', 'Dev.Example:2468']) {
      expect((await knock(daemon, { host })).status, host).toBe(open);
    }
    expectRefused(await knock(daemon, { host: 'x.dev.example' }), 'forbidden');
  });

  it('is checked before the token', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const headers = { host: 'evil.example', authorization: 'Bearer s3cret' };
    expectRefused(await knock(daemon, headers), 'forbidden');
  });
});

describe.each(doors)('a web page, over %s', (_, open, knock) => {
  it.each(['https://evil.example', 'http://localhost:1', 'null', 'file://', 'http://127.0.0.1', ''])(
    'of the origin %s may not call',
    async (origin) => {
      const daemon = await testDaemon();
      const answer = await knock(daemon, { origin });
      expectRefused(answer, 'forbidden');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('of the daemon’s own origin may', async () => {
    const daemon = await testDaemon();
    expect((await knock(daemon, { origin: daemon.url })).status).toBe(open);
  });

  it('of an origin that was allowed may', async () => {
    const daemon = await testDaemon({ corsOrigins: ['https://app.example'] });
    expect((await knock(daemon, { origin: 'https://app.example' })).status).toBe(open);
    expectRefused(await knock(daemon, { origin: 'https://app.example.evil.example' }), 'forbidden');
    expectRefused(await knock(daemon, { origin: 'http://app.example' }), 'forbidden');
  });
});

describe('a web page of an origin that was allowed', () => {
  const origin = 'https://app.example';

  it('may ask first what it may do, without the token', async () => {
    const daemon = await testDaemon({ token: 's3cret', corsOrigins: [origin] });
    const { status, headers } = await rawRequest(`${daemon.url}/v1/sessions/one`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(origin);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(headers['access-control-allow-methods']).toContain(method);
    for (const name of ['authorization', 'content-type', 'last-event-id'])
      expect(headers['access-control-allow-headers']).toContain(name);
  });

  it('can read every answer, refusals and streams among them', async () => {
    const daemon = await testDaemon({ corsOrigins: [origin] });
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    for (const path of ['/v1/sessions', '/v1/nowhere', '/v1/sessions/one/events/sse']) {
      const { headers } = await rawRequest(`${daemon.url}${path}`, { headers: { origin } });
      expect(headers, path).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' });
    }
  });

  it('needs the token like everybody else, and can read that', async () => {
    const daemon = await testDaemon({ token: 's3cret', corsOrigins: [origin] });
    const answer = await rawRequest(`${daemon.url}/v1/sessions`, { headers: { origin } });
    expectRefused(answer, 'token_invalid');
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });
});
