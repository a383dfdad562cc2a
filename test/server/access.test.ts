import { describe, expect, it } from 'vitest';
import { isToken, tokenOf } from '../../src/server/access/token.js';
import { PROBLEM_TYPE } from '../../src/server/problems.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { type RawAnswer, rawRequest, rawUpgrade } from '../support/raw-http.js';

type Headers = Record<string, string>;

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Access is checked in the same way for HTTP requests and WebSocket upgrades. */
const transports: [string, number, (daemon: TestDaemon, headers: Headers) => Promise<RawAnswer>][] = [
  ['HTTP', 200, ({ url }, headers) => rawRequest(`${url}/v1/sessions`, { headers })],
  ['WebSocket', 101, ({ url }, headers) => rawUpgrade(`${url}/v1/ws`, headers)],
];

function expectRefused({ status, headers, body }: RawAnswer, kind: string): void {
  expect(headers['content-type']?.split(';')[0], body).toBe(PROBLEM_TYPE);
  expect(JSON.parse(body)).toMatchObject({ type: `urn:greenroom:error:${kind}`, status });
  expect(status).toBe(kind === 'token_invalid' ? 401 : 403);
}

describe.each(transports)('the token, over %s', (_, open, request) => {
  it('grants access', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    for (const authorization of ['Bearer s3cret', 'bearer s3cret', 'Bearer  s3cret']) {
      expect((await request(daemon, { authorization })).status, authorization).toBe(open);
    }
  });

  it('grants access in the scheme Token, and as the password of any user', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const users = ['', 'user', 'token', 'ü'];
    const passwords = users.map((user) => basic(`${user}:s3cret`));
    for (const authorization of ['Token s3cret', 'token  s3cret', ...passwords]) {
      expect((await request(daemon, { authorization })).status, authorization).toBe(open);
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
    ['of another scheme', { authorization: 'Digest s3cret' }],
    ['wrong in the scheme Token', { authorization: 'Token s3crett' }],
    ['in the form of other APIs', { authorization: 'Token token="s3cret"' }],
    ['a user name', { authorization: basic('s3cret:') }],
    ['a user name and the password', { authorization: basic('s3cret:s3cret:') }],
    ['not the whole password', { authorization: basic('user:x:s3cret') }],
    ['a password with an end of line', { authorization: basic('user:s3cret\n') }],
    ['without a user name and colon', { authorization: basic('s3cret') }],
    ['not encoded', { authorization: 'Basic user:s3cret' }],
    ['encoded with garbage', { authorization: `Basic ${btoa('user:s3cret')}!` }],
    ['encoded in two words', { authorization: `Basic ${btoa('user:')} ${btoa('s3cret')}` }],
    ['one of two in a list', { authorization: `Bearer wrong, ${basic('user:s3cret')}` }],
    ['very long', { authorization: `Basic ${btoa(`user:${'s3cret'.repeat(1000)}`)}` }],
  ])('denies access if it is %s', async (_case, headers) => {
    const daemon = await testDaemon({ token: 's3cret' });
    const answer = await request(daemon, headers as Headers);
    expectRefused(answer, 'token_invalid');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).not.toContain('s3cre');
  });

  it('is not required if none is configured', async () => {
    const daemon = await testDaemon({ token: null });
    expect((await request(daemon, {})).status).toBe(open);
    expect((await request(daemon, { authorization: 'Bearer whatever' })).status).toBe(open);
  });
});

describe('the token', () => {
  it('is required by every route except health', async () => {
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

  it('is compared as a whole, whatever its length', () => {
    expect(isToken('token', 'token')).toBe(true);
    expect(isToken('tökén', 'tökén')).toBe(true);
    for (const given of [undefined, '', 'toke', 'token ', 'tokenn', 'TOKEN', 'x'.repeat(10_000)]) {
      expect(isToken(given, 'token'), given).toBe(false);
    }
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Token abc', 'abc'],
    ['Basic OmFiYw==', 'abc'],
    ['basic dXNlcjphYmM', 'abc'],
    [basic('a:b:c'), 'b:c'],
    [basic('user:'), ''],
    [basic('tökén:tökén'), 'tökén'],
  ])('is read from %s', (header, token) => expect(tokenOf(header)).toBe(token));

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Token',
    'Basic',
    'Basic ',
    'Basic abc',
    'Basic =',
    'Basic OmFiYw===',
    'Basic Om Fi',
    'Basic OmFiYw==\0',
    'Digest abc',
    'abc',
  ])('is not read from %s', (header) => expect(tokenOf(header)).toBeUndefined());
});

describe.each(transports)('the Host header, over %s', (_, open, request) => {
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
    expect((await request(daemon, { host })).status).toBe(open);
  });

  it.each([
    'evil.example',
    'evil.example:2468',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
  ])('may not be %s, which could resolve to any address', async (host) => {
    const daemon = await testDaemon();
    const answer = await request(daemon, { host });
    expectRefused(answer, 'forbidden');
    expect(answer.body).toContain('--allow-host');
  });

  it('may be an allowed host in any case', async () => {
    const daemon = await testDaemon({ allowHosts: ['Dev.Example'] });
    for (const host of ['dev.example', 'Dev.Example:2468']) {
      expect((await request(daemon, { host })).status, host).toBe(open);
    }
    expectRefused(await request(daemon, { host: 'x.dev.example' }), 'forbidden');
  });

  it('is checked before the token', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const headers = { host: 'evil.example', authorization: 'Bearer s3cret' };
    expectRefused(await request(daemon, headers), 'forbidden');
  });
});

describe.each(transports)('a web page, over %s', (_, open, request) => {
  it.each(['https://evil.example', 'http://localhost:1', 'null', 'file://', 'http://127.0.0.1', ''])(
    'from the origin %s is refused',
    async (origin) => {
      const daemon = await testDaemon();
      const answer = await request(daemon, { origin });
      expectRefused(answer, 'forbidden');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it("from the daemon's own origin is accepted", async () => {
    const daemon = await testDaemon();
    expect((await request(daemon, { origin: daemon.url })).status).toBe(open);
  });

  it('from an allowed origin is accepted', async () => {
    const daemon = await testDaemon({ corsOrigins: ['https://app.example'] });
    expect((await request(daemon, { origin: 'https://app.example' })).status).toBe(open);
    expectRefused(await request(daemon, { origin: 'https://app.example.evil.example' }), 'forbidden');
    expectRefused(await request(daemon, { origin: 'http://app.example' }), 'forbidden');
  });
});

describe('a web page from an allowed origin', () => {
  const origin = 'https://app.example';

  it('may send a preflight request without the token', async () => {
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

  it('can read every response, including refusals and streams', async () => {
    const daemon = await testDaemon({ corsOrigins: [origin] });
    await daemon.create('one');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    for (const path of ['/v1/sessions', '/v1/nowhere', '/v1/sessions/one/events/sse']) {
      const { headers } = await rawRequest(`${daemon.url}${path}`, { headers: { origin } });
      expect(headers, path).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' });
    }
  });

  it('needs the token, and can read the refusal', async () => {
    const daemon = await testDaemon({ token: 's3cret', corsOrigins: [origin] });
    const answer = await rawRequest(`${daemon.url}/v1/sessions`, { headers: { origin } });
    expectRefused(answer, 'token_invalid');
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });
});
