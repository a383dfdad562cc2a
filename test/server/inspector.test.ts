import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { rawRequest } from '../support/raw-http.js';

/** The page, and one of its scripts. */
async function page(url: string) {
  const answer = await rawRequest(`${url}/ui/`);
  const script = /src="([^"]+\.js)"/.exec(answer.body)![1]!;
  return { ...answer, script };
}

describe('the inspector', () => {
  it('is served without the token', async () => {
    const { url } = await testDaemon({ token: 's3cret' });
    const { status, headers, body, script } = await page(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).not.toContain('s3cret');
    expect((await rawRequest(`${url}${script}`)).status).toBe(200);
    expect((await rawRequest(`${url}/v1/agents`)).status).toBe(401);
  });

  it('may load only its own files and connect only to its daemon', async () => {
    const { url } = await testDaemon();
    const { headers } = await page(url);
    const host = new URL(url).host;
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('puts no malformed host into its content security policy', async () => {
    const { url } = await testDaemon();
    const { headers } = await rawRequest(`${url}/ui/`, { headers: { host: '[::1]; script-src *' } });
    expect(headers['content-security-policy'] ?? '').not.toContain('script-src *');
  });

  it('has no inline scripts or styles, which the policy forbids', async () => {
    const { url } = await testDaemon();
    const { body } = await page(url);
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/);
  });

  it('is cached forever if the file name has a hash, and revalidated otherwise', async () => {
    const { url } = await testDaemon();
    const { headers, script } = await page(url);
    expect(headers['cache-control']).toBe('no-cache');
    const asset = await rawRequest(`${url}${script}`);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await rawRequest(`${url}/ui/`, { headers: { 'if-none-match': headers.etag! } });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/', '/ui/'],
    ['/ui', '/ui/'],
    ['/?from=here', '/ui/?from=here'],
    ['/ui?a=//evil.example', '/ui/?a=//evil.example'],
  ])('is where %s redirects to, whoever asks', async (path, target) => {
    const { url } = await testDaemon({ token: 's3cret' });
    const { status, headers } = await rawRequest(`${url}${path}`);
    expect([status, headers.location]).toEqual([302, target]);
    expect((await rawRequest(`${url}${target}`)).status).toBe(200);
  });

  it.each([
    '/ui/nothing',
    '/ui/assets/',
    '/ui/assets/nothing.js',
    '/ui/../package.json',
    '/ui/..%2f..%2fpackage.json',
    '/ui/%2e%2e/%2e%2e/package.json',
    '/ui/assets/..%2f..%2f..%2fpackage.json',
    '/ui/..%5c..%5cpackage.json',
    '/ui//etc/passwd',
    '/ui/%00',
    '/ui/.inspector-inputs',
    '/ui/%zz',
  ])('serves nothing at %s', async (path) => {
    const { url } = await testDaemon();
    const { status, headers, body } = await rawRequest(url, { path });
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).not.toContain('devDependencies');
  });

  it('checks the Host header', async () => {
    const { url } = await testDaemon();
    expect((await rawRequest(`${url}/ui/`, { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await rawRequest(`${url}/ui/`, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });

  it('is compressed for browsers that accept it, with the type and the caching of the plain file', async () => {
    const { url } = await testDaemon();
    const { script } = await page(url);
    const as = (accepted: string) =>
      rawRequest(`${url}${script}`, { headers: { 'accept-encoding': accepted } });
    const plain = await as('identity');
    expect(plain.headers).toMatchObject({ vary: expect.stringContaining('accept-encoding') });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const { status, headers } = await as(accepted);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': plain.headers['content-type'],
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringContaining('accept-encoding'),
      });
      expect(Number(headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
    }
    expect((await as('zstd')).headers).not.toHaveProperty('content-encoding');
  });
});
