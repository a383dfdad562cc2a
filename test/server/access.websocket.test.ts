import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { testDaemon } from '../support/daemon.js';
import { rawUpgrade } from '../support/raw-http.js';

describe('WebSocket subprotocols', () => {
  const offer = (...protocols: string[]) => ({ 'sec-websocket-protocol': protocols.join(', ') });

  it('may carry the token, which is not echoed', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    for (const offered of [offer('greenroom.v1', 'bearer.s3cret'), offer('bearer.s3cret', 'greenroom.v1')]) {
      const { status, headers } = await rawUpgrade(`${daemon.url}/v1/ws`, offered);
      expect([status, headers['sec-websocket-protocol']]).toEqual([101, 'greenroom.v1']);
      expect(JSON.stringify(headers)).not.toContain('s3cret');
    }
  });

  it.each([
    ['wrong', ['greenroom.v1', 'bearer.wrong']],
    ['empty', ['greenroom.v1', 'bearer.']],
    ['missing', ['greenroom.v1']],
    ['bare', ['greenroom.v1', 's3cret']],
  ])('are refused with 401 if the token is %s', async (_, protocols) => {
    const daemon = await testDaemon({ token: 's3cret' });
    const { status, body } = await rawUpgrade(`${daemon.url}/v1/ws`, offer(...protocols));
    expect([status, body.includes('token_invalid')]).toEqual([401, true]);
  });

  it('work with a real client', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    const url = `${daemon.url.replace('http', 'ws')}/v1/ws`;
    const socket = new WebSocket(url, ['greenroom.v1', 'bearer.s3cret']);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    expect(socket.protocol).toBe('greenroom.v1');
    socket.terminate();
  });

  it('are optional', async () => {
    const daemon = await testDaemon();
    const { status, headers } = await rawUpgrade(`${daemon.url}/v1/ws`);
    expect([status, headers['sec-websocket-protocol']]).toEqual([101, undefined]);
  });

  it('are not selected if unknown', async () => {
    const daemon = await testDaemon();
    const { headers } = await rawUpgrade(`${daemon.url}/v1/ws`, offer('chat', 'bearer.x'));
    expect(headers['sec-websocket-protocol']).toBeUndefined();
  });
});

describe('a WebSocket upgrade', () => {
  it('at another path is refused with 404', async () => {
    const daemon = await testDaemon();
    for (const path of ['/', '/v1/wss', '/v1/sessions']) {
      const { status, body } = await rawUpgrade(`${daemon.url}${path}`);
      expect([status, body.includes('/v1/ws')], path).toEqual([404, true]);
    }
  });

  it('may have a query', async () => {
    const daemon = await testDaemon();
    expect((await rawUpgrade(`${daemon.url}/v1/ws?client=test`)).status).toBe(101);
  });

  it('without an Upgrade header is an unknown route', async () => {
    const daemon = await testDaemon();
    expect((await daemon.fetch('GET', '/v1/ws')).status).toBe(404);
  });
});
