import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { answerTo, problemIn } from '../support/raw-http.js';

describe('every error is a problem', () => {
  it.each(['{', '{"agent":', 'agent=mock', '"', '{"agent":"mock"}}'])('bad JSON: %s', async (body) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/one', body),
      'invalid_request',
    );
    expect(problem.detail).toContain('JSON');
  });

  it.each(['null', '[]', '"mock"', '7', '{}', '{"agent":null}', '{"agent":""}'])(
    'JSON that is no request: %s',
    async (body) => {
      const daemon = await testDaemon();
      await expectProblem(await daemon.fetch('POST', '/v1/sessions/one', body), 'invalid_request');
    },
  );

  it('lists all invalid fields, the first one in a sentence', async () => {
    const daemon = await testDaemon();
    const body = { agent: 7, title: 'x'.repeat(501), env: { A: 1 } };
    const { detail, errors } = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/one', body),
      'invalid_request',
    );
    expect(detail).toMatch(/^body\.agent: /);
    expect((errors as { path: string }[]).map(({ path }) => path)).toEqual(['agent', 'title', 'env.A']);
  });

  it.each([
    ['POST', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/nowhere'],
    ['GET', '/v2/sessions'],
    ['POST', '/v1/sessions/one/nothing'],
  ])('an unknown route: %s %s', async (method, path) => {
    const daemon = await testDaemon();
    const { detail } = await expectProblem(await daemon.fetch(method, `${path}?a=b`), 'not_found');
    expect(detail).toContain(`${method} ${path}`);
  });

  it.each([
    ['PUT', '/v1/sessions'],
    ['DELETE', '/v1/sessions'],
    ['PUT', '/v1/sessions/one'],
    ['GET', '/v1/sessions/one/messages'],
    ['POST', '/v1/health'],
    ['OPTIONS', '/v1/health'],
  ])('a method that a route does not support: %s %s', async (method, path) => {
    const daemon = await testDaemon();
    await expectProblem(await daemon.fetch(method, path), 'not_found');
  });

  const bodies: [string, string, string | undefined][] = [
    ['malformed JSON', '{"agent":', 'application/json'],
    ['another content type', '<agent/>', 'application/xml'],
    ['a malformed content type', '{}', ';;/,'],
    ['no content type', 'agent', undefined],
    ['an empty body', '', 'application/json'],
  ];
  it.each(bodies)('an unknown route or method, with %s', async (_, body, type) => {
    const daemon = await testDaemon();
    for (const [method, path] of [
      ['POST', '/v1/nowhere'],
      ['POST', '/v1/sessions/one/nothing'],
      ['PUT', '/v1/sessions/one'],
      ['PATCH', '/v1/sessions/one/messages'],
      ['DELETE', '/v1/sessions'],
    ] as const) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
      const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`;
      const answer = await answerTo(daemon, `${head}${typed}Content-Length: ${body.length}\r\n\r\n${body}`);
      expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1.1 404 /);
      expect(problemIn(answer)).toMatchObject({ type: 'urn:greenroom:error:not_found', status: 404 });
    }
  });

  it('an unknown route with an oversized body, which does not end the connection', async () => {
    const daemon = await testDaemon();
    const size = 11 * 1024 * 1024;
    const head = `POST /v1/nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`;
    const next = 'GET /v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const answer = await answerTo(daemon, `${head}${'x'.repeat(size)}${next}`);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('an oversized body', async () => {
    const daemon = await testDaemon();
    const head = `POST /v1/sessions/one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const answer = await answerTo(daemon, `${head}Content-Length: ${10 * 1024 * 1024 + 1}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(problemIn(answer)).toMatchObject({ type: 'urn:greenroom:error:payload_too_large', status: 413 });
  });

  it('accepts a body of just below ten megabytes', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const message = 'x'.repeat(10 * 1024 * 1024 - 100);
    expect((await daemon.fetch('POST', '/v1/sessions/one/messages', { message })).status).toBe(204);
  });

  it('a malformed URL', async () => {
    const daemon = await testDaemon();
    for (const path of ['/v1/sessions/%E0%A4%A', '/v1/sessions/%zz/events']) {
      await expectProblem(await daemon.fetch('GET', path), 'invalid_request');
    }
  });

  it('a request that is not HTTP', async () => {
    const daemon = await testDaemon();
    const answer = await answerTo(daemon, 'HELO there\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(problemIn(answer)).toMatchObject({ type: 'urn:greenroom:error:invalid_request', status: 400 });
  });

  it('oversized headers', async () => {
    const daemon = await testDaemon();
    const long = 'x'.repeat(100_000);
    const answer = await answerTo(daemon, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${long}\r\n\r\n`);
    expect(problemIn(answer)).toMatchObject({ type: 'urn:greenroom:error:payload_too_large', status: 413 });
  });

  it('reveals no internals of the daemon', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: 'bin\0' } });
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock' });
    const body = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).not.toMatch(/node:|\.js|at /);
  });
});
