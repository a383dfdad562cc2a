import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { watchServerSockets } from '../faults/server-sockets.js';
import { testDaemon } from '../support/daemon.js';
import { answerTo, problemIn, rawUpgrade } from '../support/raw-http.js';

const timeout = { type: 'urn:greenroom:error:timeout', status: 504 };
const overloaded = { type: 'urn:greenroom:error:overloaded', status: 503 };

describe('a request that stops in the middle', () => {
  it('of its headers is answered with a problem, and closed', async () => {
    const daemon = await testDaemon({ httpTimeouts: { headersMs: 50 } });
    const answer = await answerTo(daemon, 'GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half');
    expect(problemIn(answer)).toMatchObject(timeout);
  });

  it.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
    'of its body (%s) is answered with a problem, and closed',
    async (header) => {
      const daemon = await testDaemon({ httpTimeouts: { bodyMs: 50 } });
      const head = `POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n`;
      const answer = await answerTo(daemon, `${head}2\r\n{"`);
      expect(problemIn(answer)).toMatchObject(timeout);
      expect(answer).toMatch(/^connection: close/im);
    },
  );

  it('of an upload is answered with a problem, and closed', async () => {
    const daemon = await testDaemon({ httpTimeouts: { bodyMs: 50 } });
    await daemon.create('one');
    const head = 'POST /v1/sessions/one/attachments?filename=a HTTP/1.1\r\nHost: 127.0.0.1\r\n';
    const answer = await answerTo(daemon, `${head}Content-Length: 100000\r\n\r\nhalf of it`);
    expect(problemIn(answer)).toMatchObject(timeout);
  });
});

describe('a connection', () => {
  it('that sends nothing is closed', async () => {
    const daemon = await testDaemon({ httpTimeouts: { headersMs: 50 } });
    await answerTo(daemon, '');
  });

  it('whose answer is not read is closed', async () => {
    const daemon = await testDaemon({ httpTimeouts: { idleMs: 50 } });
    await daemon.create('one');
    const sockets = watchServerSockets();
    const stuck = connect(Number(new URL(daemon.url).port), '127.0.0.1').pause();
    const path = '/v1/openapi.json';
    // Far more than the buffers of the system take.
    stuck.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(400));
    stuck.on('error', () => {});
    while (sockets.length === 0) await daemon.call('GET', '/v1/health');
    const { socket } = sockets[0]!;
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesWritten).toBeGreaterThan(0);
    stuck.destroy();
  });

  it('has one request handled at a time, however many it sends at once', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const client = connect(Number(new URL(daemon.url).port), '127.0.0.1');
    client.write('GET /v1/sessions/one/events/sse HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const body = '{"agent":"mock"}';
    const length = `Content-Length: ${body.length}`;
    client.write(
      `POST /v1/sessions/two HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}\r\nConnection: close\r\n\r\n${body}`,
    );
    await new Promise((resolve) => client.once('data', resolve));
    await daemon.create('three');
    expect((await daemon.fetch('GET', '/v1/sessions/two')).status).toBe(404);
    await daemon.call('POST', '/v1/sessions/one/terminate');
    expect(await text(client)).toContain('"sessionId":"two"');
  });

  it('beyond the limit is refused, over HTTP and WebSocket', async () => {
    const daemon = await testDaemon({ limits: { connections: 2 } });
    const first = await daemon.connect();
    const second = await daemon.connect();
    const answer = await answerTo(
      daemon,
      'GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    );
    expect(problemIn(answer)).toMatchObject(overloaded);
    expect(await rawUpgrade(`${daemon.url}/v1/ws`)).toMatchObject({ status: 503 });
    await Promise.all([first.close(), second.close()]);
    while ((await daemon.fetch('GET', '/v1/health')).status !== 200);
  });
});

it('bodies that need too much memory at once are refused', async () => {
  const daemon = await testDaemon({ limits: { bodyBytes: 1000 } });
  const response = await daemon.fetch('POST', '/v1/sessions', { agent: 'mock', title: 'x'.repeat(1000) });
  expect(await response.json()).toMatchObject(overloaded);
  for (let i = 0; i < 6; i++)
    await daemon.call('POST', '/v1/sessions', { agent: 'mock', title: 'x'.repeat(200) });
});
